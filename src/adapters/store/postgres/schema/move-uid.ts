import type { UidField, UidForm, Work } from '../../../../application/schema-changes/planned-change.js';
import { attributeColumn, quote } from '../layout.js';
import { literal } from '../statement.js';

/** The inboxes first, as `moveUid` asks. */
const inTurn = ['quire_version_inbox', 'quire_change_inbox', 'quire_change'];

/** The statements that give a content-type's uid in the server's own tables another value. */
export function moveUid({ former, uid, fields }: Extract<Work, { kind: 'moveUid' }>): readonly string[] {
  const [from, to] = [literal(former), literal(uid)];
  return [
    ...inTurn.map((table) => `UPDATE ${table} SET type = ${to} WHERE type = ${from}`),
    ...fields.map((field) => moveIn(field, from, to, literal(JSON.stringify(former)))),
  ];
}

function moveIn({ collection, field, form }: UidField, from: string, to: string, quoted: string): string {
  const [table, column] = [quote(collection), quote(attributeColumn(field))];
  if (form === 'uid') return `UPDATE ${table} SET ${column} = ${to} WHERE ${column} = ${from}`;
  const kind = form === 'member' ? 'object' : 'array';
  return `UPDATE ${table} SET ${column} = ${moved(form, column, from, to)}
    WHERE json_typeof(${column}) = '${kind}' AND strpos(${column}::text, ${quoted}) > 0`;
}

/** Members and items keep their order. */
function moved(form: Exclude<UidForm, 'uid'>, value: string, from: string, to: string): string {
  const member = (object: string): string => `CASE ${object} ->> 'type' WHEN ${from} THEN (
      SELECT json_object_agg(m.key, CASE m.key WHEN 'type' THEN to_json(${to}::text) ELSE m.value END ORDER BY m.place)
      FROM json_each(${object}) WITH ORDINALITY m(key, value, place)) ELSE ${object} END`;
  if (form === 'member') return member(value);
  const item =
    form === 'members'
      ? member('i.item')
      : `CASE i.item #>> '{}' WHEN ${from} THEN to_json(${to}::text) ELSE i.item END`;
  return `(SELECT json_agg(${item} ORDER BY i.place) FROM json_array_elements(${value}) WITH ORDINALITY i(item, place))`;
}
