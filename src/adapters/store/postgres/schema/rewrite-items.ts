import type { ChangedAttribute, ChangedComponents } from '../../../../application/schema-changes/shapes.js';
import { isFamily } from '../../../../domain/document/value.js';
import type { Uid } from '../../../../domain/schema/schema.js';
import { literal } from '../statement.js';
import { convertItemValue, type Conversion } from './shape-conversion.js';
import { isAmong } from './value-conversion.js';

/** Rewrites the items in a jsonb `value` of a shape, at every depth, so that they fit their changed components. */
export function rewriteItems(
  changed: ChangedComponents,
  shape: string,
  value: string,
  depth = 0,
): Conversion {
  const [kind, uid = ''] = shape.split(':');
  if (kind === 'zone') return each(value, depth, (element) => zoneItem(changed, element, depth + 1));
  if (kind === 'components') return each(value, depth, (element) => item(changed, uid, element, depth + 1));
  const one = item(changed, uid, value, depth);
  const isItem = `jsonb_typeof(${value}) = 'object'`;
  return {
    fits: `CASE WHEN ${isItem} THEN ${one.fits} ELSE true END`,
    value: `CASE WHEN ${isItem} THEN ${one.value} ELSE ${value} END`,
  };
}

function each(value: string, depth: number, one: (element: string) => Conversion): Conversion {
  const alias = `item${depth}`;
  const inner = one(`${alias}.value`);
  const list = `jsonb_array_elements(CASE jsonb_typeof(${value}) WHEN 'array' THEN ${value} ELSE '[]'::jsonb END)`;
  const rewritten = `SELECT jsonb_agg(${inner.value} ORDER BY ${alias}.place) FROM ${list} WITH ORDINALITY ${alias}(value, place)`;
  return {
    fits: `(SELECT bool_and((${inner.fits}) IS NOT FALSE) FROM ${list} ${alias}(value)) IS NOT FALSE`,
    value: `CASE jsonb_typeof(${value}) WHEN 'array' THEN coalesce((${rewritten}), '[]'::jsonb) ELSE ${value} END`,
  };
}

function zoneItem(changed: ChangedComponents, value: string, depth: number): Conversion {
  const branches = [...changed.attributes.keys()].map((uid) => ({
    uid,
    ...item(changed, uid, value, depth),
  }));
  const choose = (of: 'fits' | 'value', otherwise: string): string =>
    `CASE ${value} ->> '__component' ${branches.map((branch) => `WHEN ${literal(branch.uid)} THEN ${branch[of]}`).join(' ')} ELSE ${otherwise} END`;
  return { fits: choose('fits', 'true'), value: choose('value', value) };
}

/** Takes the changed members out of an item and merges the converted ones in. */
function item(changed: ChangedComponents, uid: Uid, value: string, depth: number): Conversion {
  const attributes = changed.attributes.get(uid) ?? [];
  const members = attributes.map((attribute) => ({
    ...attribute,
    ...member(changed, attribute, value, depth),
  }));
  const former = attributes.map((attribute) => literal(attribute.former)).join(', ');
  const merged = members.map(
    (next) =>
      `CASE WHEN ${value} ? ${literal(next.former)} THEN jsonb_build_object(${literal(next.name)}, coalesce(${next.value}, 'null'::jsonb)) ELSE '{}'::jsonb END`,
  );
  return {
    fits: members.map(({ fits }) => `(${fits}) IS NOT FALSE`).join(' AND '),
    value: `(${[`(${value} - ARRAY[${former}])`, ...merged].join(' || ')})`,
  };
}

function member(
  changed: ChangedComponents,
  { former, from, to, choices }: ChangedAttribute,
  value: string,
  depth: number,
): Conversion {
  const key = `(${value} -> ${literal(former)})`;
  const inner = changed.touches(from)
    ? rewriteItems(changed, from, key, depth)
    : { fits: 'true', value: key };
  const fits = convertItemValue(from, to, key, changed)?.fits ?? 'true';
  const converted = convertItemValue(from, to, inner.value, changed);
  const listed = choices !== undefined && isFamily(from) ? isAmong(choices, `(${key} #>> '{}')`) : 'true';
  return { fits: `(${inner.fits}) AND (${fits}) AND (${listed})`, value: converted?.value ?? inner.value };
}
