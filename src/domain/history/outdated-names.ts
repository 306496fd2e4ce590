/** One change of a version: when, and of which attributes. */
export interface DatedChange {
  /** ISO 8601. */
  readonly at: string;
  readonly names: readonly string[];
}

/**
 * Returns the attributes of a source that changed after its translation did: after the last change of the same attribute there,
 * or, where it never changed, after the translation began (`since`, ISO 8601). `names` are the attributes to look at.
 */
export function outdatedNames(
  names: readonly string[],
  source: readonly DatedChange[],
  translation: readonly DatedChange[],
  since: string,
): readonly string[] {
  const [then, now] = [lastChanges(source), lastChanges(translation)];
  return names.filter((name) => {
    const changed = then.get(name);
    return changed !== undefined && changed > (now.get(name) ?? since);
  });
}

function lastChanges(changes: readonly DatedChange[]): ReadonlyMap<string, string> {
  const last = new Map<string, string>();
  for (const { at, names } of changes)
    for (const name of names) if (at > (last.get(name) ?? '')) last.set(name, at);
  return last;
}
