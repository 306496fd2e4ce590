/** How a language writes numbers. */
export interface Separators {
  readonly group: string;
  readonly decimal: string;
}

const groups = (separator: string): RegExp => new RegExp(`^-?\\d{1,3}(\\${separator}\\d{3})+$`);

/**
 * Makes the exact text of a number as it is typed in a language: `1.234,50` in German is `1234.50`, and digits of other scripts
 * are those of JSON. One point is that of JSON in every language, as stored numbers are shown with it.
 */
export function exactNumber(typed: string, { group, decimal }: Separators): string {
  const text = typed
    .trim()
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('٫', '.')
    .replaceAll('٬', '')
    .replaceAll('−', '-')
    .replaceAll(/(?<=\d)[ '’\u00A0\u202F](?=\d)/g, '');
  if (decimal === ',' && /^-?[\d.]*,\d+$/.test(text)) {
    const [whole = '', fraction = ''] = text.split(',');
    return /^-?\d*$/.test(whole) || groups('.').test(whole)
      ? `${whole.replaceAll('.', '')}.${fraction}`
      : text;
  }
  const [whole = '', ...fraction] = decimal === '.' ? text.split('.') : [text];
  const isGrouped = groups(decimal === '.' ? ',' : group === '.' ? '.' : ',').test(whole);
  const isClear = decimal === '.' || whole.split('.').length > 2;
  return isGrouped && isClear ? [whole.replaceAll(/[.,]/g, ''), ...fraction].join('.') : text;
}
