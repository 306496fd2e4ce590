import type { Match } from '../../../../application/schema-changes/match-collections.js';
import type { Conversion as FieldConversion } from '../../../../application/schema-changes/planned-change.js';
import type { ChangedComponents } from '../../../../application/schema-changes/shapes.js';
import { isFamily } from '../../../../domain/document/value.js';
import { quote } from '../layout.js';
import { rewriteItems } from './rewrite-items.js';
import { convertColumn } from './shape-conversion.js';
import { columnText, isAmong } from './value-conversion.js';

/** The statements that convert a column, and in `fits` whether a stored value of it (under its former name) loses nothing. */
export function convertField(
  { wanted, stored }: Match,
  { field, former, from, to, choices }: FieldConversion,
  components: ChangedComponents,
): { readonly fits: string; readonly statements: readonly string[] } {
  const { type = '' } = wanted.fields.find(({ name }) => name === field) ?? {};
  const [table, column] = [quote(wanted.name), quote(field)];
  const items = (of: string) =>
    components.touches(from) ? rewriteItems(components, from, `${of}::jsonb`) : null;
  const values = (of: string) => convertColumn(from, to, of, type, components);
  const [rewritten, converted] = [items(column), values(column)];
  const collation = type === 'text' ? ' COLLATE "C"' : '';
  const listed = (of: string) =>
    choices !== undefined && isFamily(from) ? isAmong(choices, columnText(from, of)) : undefined;
  const stands = quote(former);
  const fits = [items(stands)?.fits, values(stands)?.fits, listed(stands)].flatMap((each) =>
    each === undefined ? [] : [`(${each}) IS NOT FALSE`],
  );
  return {
    fits: fits.join(' AND ') || 'true',
    statements: [
      ...(rewritten === null
        ? []
        : [`UPDATE ${table} SET ${column} = ${rewritten.value} WHERE ${column} IS NOT NULL`]),
      ...(converted === null
        ? []
        : [
            stored?.fields?.get(former) === type
              ? `UPDATE ${table} SET ${column} = ${converted.value}`
              : `ALTER TABLE ${table} ALTER COLUMN ${column} TYPE ${type}${collation} USING ${converted.value}`,
          ]),
    ],
  };
}
