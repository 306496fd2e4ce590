/** Returns the text that stands for a value in a field. */
export const shownValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const ofTexts = new Set([
  'string',
  'text',
  'richtext',
  'email',
  'password',
  'uid',
  'enumeration',
  'date',
  'time',
  'datetime',
  'timestamp',
]);

/** A number, true or JSON as the type has it; what is none stays a text, and is refused with its reason. */
export function typedValue(type: string, option: string, text: string): unknown {
  if (text === '' || (option === 'default' && ofTexts.has(type))) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'number' && String(value) !== text ? text : value;
  } catch {
    return text;
  }
}
