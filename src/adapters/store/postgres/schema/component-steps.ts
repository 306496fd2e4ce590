import { componentOf, type Component, type Schema } from '../../../../domain/schema/schema.js';
import { quote } from '../layout.js';
import type { Match } from './match-tables.js';
import { convertItemValue, type Conversion, type Known } from './shape-conversion.js';
import type { Step } from './step.js';

/** Attributes of components that changed their type or name: the items in the column of each are rewritten. */
export function componentSteps(match: Match, schema: Schema, known: Known): readonly Step[] {
  const { table, stored, record } = match;
  if (stored === undefined || record === undefined) return [];
  const items = itemRewriter(schema, known);
  return [...match.columns].flatMap(([column, former]): Step[] => {
    const shape = record.columns[former]?.shape;
    if (shape === undefined || !items.changes(shape)) return [];
    const name = `${table.name}.${column}`;
    const now = items.rewrite(shape, quote(former));
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
        statements: [
          `UPDATE ${quote(table.name)} SET ${quote(column)} = ${items.rewrite(shape, quote(column)).value} WHERE ${quote(column)} IS NOT NULL`,
        ],
      },
    ];
  });
}

interface ItemRewriter {
  /** Whether values of a shape hold items, at any depth, that have to change. */
  changes(shape: string): boolean;
  rewrite(shape: string, value: string): Conversion;
}

function itemRewriter(schema: Schema, known: Known): ItemRewriter {
  const uids = Object.keys(known.before).filter((uid) => schema.components.has(uid));
  const changed = changedComponents(uids, schema, known);
  let names = 0;

  const item = (uid: string, value: string): Conversion => {
    const attributes = changedAttributes(componentOf(schema, uid), known, changed);
    const members = attributes.map(({ name, former, from, to }) => {
      const key = `(${value} -> ${literal(former)})`;
      const inner = changed.touches(from) ? rewrite(from, key) : { fits: 'true', value: key };
      const outer = convertItemValue(from, to, inner.value, known);
      const fits = [
        inner.fits,
        ...(convertItemValue(from, to, key, known) === null
          ? []
          : [convertItemValue(from, to, key, known)?.fits]),
      ];
      return {
        name,
        former,
        key,
        fits: fits.map((fit) => `(${fit})`).join(' AND '),
        value: outer?.value ?? inner.value,
      };
    });
    const moved = members.filter(({ name, former }) => name !== former).map(({ former }) => literal(former));
    const merged = members.map(
      ({ name, former, value: next }) =>
        `CASE WHEN ${value} ? ${literal(former)} THEN jsonb_build_object(${literal(name)}, coalesce(${next}, 'null'::jsonb)) ELSE '{}'::jsonb END`,
    );
    const base = moved.length === 0 ? value : `(${value} - ARRAY[${moved.join(', ')}])`;
    return {
      fits: members.map(({ fits }) => `(${fits}) IS NOT FALSE`).join(' AND ') || 'true',
      value: `(${[base, ...merged].join(' || ')})`,
    };
  };

  const each = (value: string, one: (element: string) => Conversion): Conversion => {
    const alias = `item${++names}`;
    const inner = one(`${alias}.value`);
    const list = `jsonb_array_elements(CASE jsonb_typeof(${value}) WHEN 'array' THEN ${value} ELSE '[]'::jsonb END)`;
    return {
      fits: `(SELECT bool_and((${inner.fits}) IS NOT FALSE) FROM ${list} ${alias}(value)) IS NOT FALSE`,
      value:
        `CASE jsonb_typeof(${value}) WHEN 'array' THEN coalesce((SELECT jsonb_agg(${inner.value} ORDER BY ${alias}.place) ` +
        `FROM ${list} WITH ORDINALITY ${alias}(value, place)), '[]'::jsonb) ELSE ${value} END`,
    };
  };

  const zoneItem = (value: string): Conversion => {
    const branches = [...changed.uids].map((uid) => ({ uid, ...item(uid, value) }));
    const choose = (of: 'fits' | 'value', otherwise: string): string =>
      `CASE ${value} ->> '__component' ${branches.map((b) => `WHEN ${literal(b.uid)} THEN ${b[of]}`).join(' ')} ELSE ${otherwise} END`;
    return { fits: choose('fits', 'true'), value: choose('value', value) };
  };

  function rewrite(shape: string, value: string): Conversion {
    const [kind, uid = ''] = shape.split(':');
    if (kind === 'zone') return each(value, zoneItem);
    if (kind === 'components') return each(value, (element) => item(uid, element));
    const one = item(uid, value);
    const isItem = `jsonb_typeof(${value}) = 'object'`;
    return {
      fits: `CASE WHEN ${isItem} THEN ${one.fits} ELSE true END`,
      value: `CASE WHEN ${isItem} THEN ${one.value} ELSE ${value} END`,
    };
  }

  return { changes: changed.touches, rewrite };
}

interface Changed {
  readonly uids: ReadonlySet<string>;
  touches(shape: string): boolean;
}

/** Components with an attribute that changed, or that hold such components. */
function changedComponents(uids: readonly string[], schema: Schema, known: Known): Changed {
  const changed = new Set<string>();
  const touches = (shape: string): boolean => {
    const [kind, uid = ''] = shape.split(':');
    return kind === 'zone'
      ? changed.size > 0
      : (kind === 'component' || kind === 'components') && changed.has(uid);
  };
  const result = { uids: changed, touches };
  for (let before = -1; before !== changed.size;) {
    before = changed.size;
    for (const uid of uids) {
      if (changedAttributes(componentOf(schema, uid), known, result).length > 0) changed.add(uid);
    }
  }
  return result;
}

interface ChangedAttribute {
  readonly name: string;
  readonly former: string;
  readonly from: string;
  readonly to: string;
}

function changedAttributes(
  component: Component,
  known: Known,
  changed: Changed,
): readonly ChangedAttribute[] {
  const before = known.before[component.uid] ?? {};
  const after = known.after[component.uid] ?? {};
  return [...component.attributes.values()].flatMap(({ name, renamedFrom }): ChangedAttribute[] => {
    const renamed =
      !(name in before) && renamedFrom !== undefined && renamedFrom in before && !(renamedFrom in after);
    const former = renamed ? renamedFrom : name;
    const from = before[former];
    const to = after[name];
    if (from === undefined || to === undefined) return [];
    const converts = convertItemValue(from, to, `'null'::jsonb`, known) !== null;
    return renamed || converts || changed.touches(from) ? [{ name, former, from, to }] : [];
  });
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
