import type { Schema } from '../../../../domain/schema/schema.js';
import { quote } from '../layout.js';
import type { Match } from './match-tables.js';
import { changedComponents } from './changed-components.js';
import { rewriteItems } from './rewrite-items.js';
import type { Known } from './shape-conversion.js';
import type { Step } from './step.js';

/** Attributes of components that changed their type or name: the items in the column of each are rewritten. */
export function componentSteps(match: Match, schema: Schema, known: Known): readonly Step[] {
  const { table, stored, record } = match;
  if (stored === undefined || record === undefined) return [];
  const changed = changedComponents(schema, known);
  return [...match.columns].flatMap(([column, former]): Step[] => {
    const shape = record.columns[former]?.shape;
    if (shape === undefined || !changed.touches(shape)) return [];
    const name = `${table.name}.${column}`;
    const now = rewriteItems(changed, shape, `${quote(former)}::jsonb`);
    return [
      {
        phase: 'rewrite',
        name,
        message: `Component items in "${name}" are rewritten.`,
        checks: [
          {
            text: `SELECT count(*) AS count, min(document_id) AS example FROM ${quote(stored.name)} WHERE (${now.fits}) IS FALSE`,
            refusal: ({ count, example }) =>
              `In ${count} ${count === 1 ? 'version' : 'versions'}, component values in "${name}" do not fit the changed type of their attribute, for example in document "${example}". ` +
              'Change or clear them first with the former schema, or give the attribute a new name.',
          },
        ],
        holds: [stored.name],
        statements: [
          `UPDATE ${quote(table.name)} SET ${quote(column)} = ${rewriteItems(changed, shape, `${quote(column)}::jsonb`).value} WHERE ${quote(column)} IS NOT NULL`,
        ],
      },
    ];
  });
}
