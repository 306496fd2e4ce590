import { SchemaNode } from './schema-node.js';
import type { ComponentSource, ContentTypeSource, LayoutSource, SchemaFault } from './schema-source.js';

type Source = ContentTypeSource | ComponentSource | LayoutSource;

/** Reads the sources in the order of their uids, so that the result does not depend on the order of files. */
export function readAll<T>(
  sources: readonly Source[],
  read: (uid: string, node: SchemaNode) => T | undefined,
  faults: SchemaFault[],
  notes: SchemaFault[],
): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  const files = new Map<string, string>();
  for (const { uid, file, definition, unreadable } of [...sources].sort((a, b) => (a.uid < b.uid ? -1 : 1))) {
    const node = SchemaNode.root(file, definition, faults, notes);
    const other = files.get(uid);
    if (other !== undefined) {
      node.fault(`${uid} is described in ${other} too: remove one of the two`);
      continue;
    }
    files.set(uid, file);
    const draft = unreadable === undefined ? read(uid, node) : node.fault(unreadable);
    if (draft !== undefined) found.set(uid, draft);
  }
  return found;
}
