/** Writes parameters as a query string: `{ filters: { a: { $in: [1] } } }` → `filters[a][$in][0]=1`. */
export function queryText(params: object = {}): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(params)) add(parts, encodeURIComponent(name), value);
  return parts.join('&');
}

function add(parts: string[], path: string, value: unknown): void {
  if (value === undefined) return;
  if (value === null) throw new TypeError(`${path} is null: use $null to look for values that are absent`);
  if (value instanceof Date) return add(parts, path, value.toISOString());
  if (typeof value !== 'object') {
    parts.push(`${path}=${encodeURIComponent(value as string)}`);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    // Nothing would be sent for an empty list, which would find everything.
    if (name === '$in' && Array.isArray(member) && member.length === 0)
      parts.push(`${path}[$null]=true`, `${path}[$notNull]=true`);
    else add(parts, `${path}[${encodeURIComponent(name)}]`, member);
  }
}
