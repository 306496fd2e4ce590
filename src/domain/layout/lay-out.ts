import { didYouMean } from '../nearest-name.js';
import { readAll } from '../schema/read-all.js';
import type { SchemaNode } from '../schema/schema-node.js';
import type { LayoutSource, SchemaFault } from '../schema/schema-source.js';
import type { Shaped } from '../schema/schema.js';
import { readLayout, type LaidOut, type ReadLayout } from './read-layout.js';

/** Reads layout files. A shape with a fault of its own has no draft; then its layout waits until that is corrected. */
export function readLayouts(
  sources: readonly LayoutSource[],
  shapes: ReadonlyMap<string, LaidOut>,
  known: ReadonlySet<string>,
  faults: SchemaFault[],
  notes: SchemaFault[],
): ReadonlyMap<string, ReadLayout> {
  const read = (uid: string, node: SchemaNode): ReadLayout | undefined => {
    const shape = shapes.get(uid);
    if (shape !== undefined) return readLayout(node, shape, (other) => shapes.get(other)?.attributes);
    if (known.has(uid)) return undefined;
    return node.fault(
      `there is no ${uid}${didYouMean(uid, known)}: remove the file, or move it beside its schema`,
    );
  };
  return readAll(sources, read, faults, notes);
}

/** Gives a shape and its attributes what their layout file says. */
export function laidOut<T extends Shaped>(shape: T, layouts: ReadonlyMap<string, ReadLayout>): T {
  const found = layouts.get(shape.uid);
  if (found === undefined) return shape;
  const attributes = new Map(
    [...shape.attributes].map(([name, attribute]) => {
      const layout = found.attributes.get(name);
      return [name, layout === undefined ? attribute : Object.freeze({ ...attribute, layout })];
    }),
  );
  return Object.freeze({ ...shape, layout: found.layout, attributes });
}
