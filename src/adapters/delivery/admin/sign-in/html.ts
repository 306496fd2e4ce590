/** Text that is already HTML. Only `html` makes it. */
export class Html {
  constructor(readonly text: string) {}
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (value: unknown): string => {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(escaped).join('');
  const text = typeof value === 'string' ? value : '';
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
};

/** Escapes every value that is not HTML itself. */
export const html = (parts: TemplateStringsArray, ...values: readonly unknown[]): Html =>
  new Html(parts.map((part, at) => part + (at < values.length ? escaped(values[at]) : '')).join(''));
