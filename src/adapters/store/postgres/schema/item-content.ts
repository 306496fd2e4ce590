import { holdsItems, type ComponentShapes } from '../../../../application/schema-changes/shapes.js';
import { literal } from '../statement.js';

/**
 * A jsonb `value` of a shape in a form that can be compared: component items without their ids, at every depth, and an
 * empty list as null.
 */
export function itemContent(shapes: ComponentShapes, shape: string, value: string, depth = 0): string {
  const [kind, uid = ''] = shape.split(':');
  if (kind === 'component') return item(shapes, uid, value, depth);
  const alias = `content${depth}`;
  const element = `${alias}.value`;
  const one = kind === 'zone' ? zoneItem(shapes, element, depth + 1) : item(shapes, uid, element, depth + 1);
  const list = `jsonb_array_elements(CASE jsonb_typeof(${value}) WHEN 'array' THEN ${value} END)`;
  return `(SELECT jsonb_agg(${one} ORDER BY ${alias}.place) FROM ${list} WITH ORDINALITY ${alias}(value, place))`;
}

function item(shapes: ComponentShapes, uid: string, value: string, depth: number): string {
  const inner = Object.entries(shapes[uid] ?? {}).filter(([, { shape }]) => holdsItems(shape));
  const without = [literal('id'), ...inner.map(([name]) => literal(name))].join(', ');
  const members = inner.map(
    ([name, { shape }]) =>
      `jsonb_build_object(${literal(name)}, ${itemContent(shapes, shape, `(${value} -> ${literal(name)})`, depth)})`,
  );
  const content = [`(${value} - ARRAY[${without}])`, ...members].join(' || ');
  return `CASE jsonb_typeof(${value}) WHEN 'object' THEN ${content} END`;
}

function zoneItem(shapes: ComponentShapes, value: string, depth: number): string {
  const branches = Object.keys(shapes).map(
    (uid) => `WHEN ${literal(uid)} THEN ${item(shapes, uid, value, depth)}`,
  );
  return branches.length === 0
    ? value
    : `CASE ${value} ->> '__component' ${branches.join(' ')} ELSE ${value} END`;
}
