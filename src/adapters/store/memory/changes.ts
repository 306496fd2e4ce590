import type { StoredLink } from '../../../domain/relation/link-list.js';
import {
  endsOf,
  uniqueKeys,
  type LinkTable,
  type Tables,
  type VersionTable,
  type Version,
} from './tables.js';

/** The state of a write in progress. */
export interface Writing {
  readonly tables: Tables;
  readonly changes: Changes;
}

/** Makes the changes of one write and remembers them, so that `undo` can revert all of them. */
export interface Changes {
  /** Replaces `before` by `after`. Without `before` it inserts, without `after` it deletes. */
  version(table: VersionTable, before: Version | undefined, after: Version | undefined): void;
  link(table: LinkTable, before: StoredLink | undefined, after: StoredLink | undefined): void;
  /** Whether a version was changed. */
  changedVersions(): boolean;
  undo(): void;
}

export function startChanges(): Changes {
  const undone: (() => void)[] = [];
  let versions = 0;
  return {
    changedVersions: () => versions > 0,
    version(table, before, after) {
      replaceVersion(table, before, after);
      versions += 1;
      undone.push(() => replaceVersion(table, after, before));
    },
    link(table, before, after) {
      replaceLink(table, before, after);
      undone.push(() => replaceLink(table, after, before));
    },
    undo() {
      for (const step of undone.splice(0).reverse()) step();
    },
  };
}

function replaceVersion(table: VersionTable, before: Version | undefined, after: Version | undefined): void {
  if (before !== undefined) {
    table.byId.delete(before.id);
    removeFrom(table.byDocument, before.documentId, before.id);
    for (const { key } of uniqueKeys(table, before)) table.byUnique.delete(key);
  }
  if (after !== undefined) {
    table.byId.set(after.id, after);
    addTo(table.byDocument, after.documentId, after);
    for (const { key } of uniqueKeys(table, after)) table.byUnique.set(key, after);
  }
}

function replaceLink(table: LinkTable, before: StoredLink | undefined, after: StoredLink | undefined): void {
  if (before !== undefined) {
    table.byId.delete(before.id);
    table.byEnds.delete(endsOf(before));
    removeFrom(table.by.source, before.source.documentId, before.id);
    removeFrom(table.by.target, before.target.documentId, before.id);
  }
  if (after !== undefined) {
    table.byId.set(after.id, after);
    table.byEnds.set(endsOf(after), after);
    addTo(table.by.source, after.source.documentId, after);
    addTo(table.by.target, after.target.documentId, after);
  }
}

function addTo<T extends { readonly id: number }>(
  index: Map<string, Map<number, T>>,
  key: string,
  row: T,
): void {
  const rows = index.get(key);
  if (rows === undefined) index.set(key, new Map([[row.id, row]]));
  else rows.set(row.id, row);
}

function removeFrom<T>(index: Map<string, Map<number, T>>, key: string, id: number): void {
  const rows = index.get(key);
  rows?.delete(id);
  if (rows?.size === 0) index.delete(key);
}
