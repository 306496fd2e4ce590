import { failure } from '../../../../domain/failure.js';
import { reason } from '../../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { fileType } from '../../../../domain/schema/built-in-uids.js';
import type { AdminDependencies, Call } from '../call.js';
import { mostSearched } from '../contract/limits.js';
import { searchedBy } from './places.js';
import { contentOf, readVersions } from './read-versions.js';

export interface Candidate {
  readonly documentId: string;
  /** What all addresses of the file have. */
  readonly hash: string;
}

/**
 * Returns those of some files that no entry uses which the administrator may find: in no draft and no published version, not in
 * components, dynamic zones and formatted texts either. Reads each version that may use a file once, page by page; fails if these
 * are too many.
 */
export async function unusedOf<T extends Candidate>(
  dependencies: AdminDependencies,
  call: Call,
  files: readonly T[],
): Promise<Result<readonly T[]>> {
  const { schema } = dependencies;
  const searching = { schema, target: fileType, isInTexts: true };
  const left = candidatesOf(files);
  let read = 0;
  for (const { type, layer, places } of searchedBy(searching, call.principal)) {
    const attributes = places.map(([attribute]) => attribute);
    for await (const page of readVersions(dependencies, call, { type, layer, attributes })) {
      if (!page.ok) return page;
      read += page.value.length;
      if (read > mostSearched) return err(tooMany);
      for (const row of page.value) left.removeIn(contentOf(attributes, row));
      if (left.isEmpty()) return ok([]);
    }
  }
  return ok(files.filter(({ documentId }) => left.has(documentId)));
}

const tooMany = failure('INPUT.MISMATCH', reason('media.tooMany', { max: mostSearched }));

/** The end of what the server itself calls a file. */
const suffix = /_([0-9a-f]{10})(?![0-9a-zA-Z])/g;

/** Finds files in content by their ids, and by what their addresses have: by its end where it has the usual one. */
function candidatesOf(files: readonly Candidate[]) {
  const ids = new Set(files.map(({ documentId }) => documentId));
  const named = files.filter(({ hash }) => hash !== '');
  const endOf = ({ hash }: Candidate): string | undefined => /_([0-9a-f]{10})$/.exec(hash)?.[1];
  const byEnd = group(named, endOf);
  return {
    has: (id: string) => ids.has(id),
    isEmpty: () => ids.size === 0,
    removeIn(content: string): void {
      for (const [, id = ''] of content.matchAll(/"documentId":"([^"\\]+)"/g)) ids.delete(id);
      const removeNamed = (all: readonly Candidate[] = []): void => {
        for (const { documentId, hash } of all)
          if (ids.has(documentId) && content.includes(hash)) ids.delete(documentId);
      };
      for (const [, end = ''] of content.matchAll(suffix)) removeNamed(byEnd.get(end));
      removeNamed(byEnd.get(undefined));
    },
  };
}

function group<T, K>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const some = groups.get(key);
    if (some === undefined) groups.set(key, [one]);
    else some.push(one);
  }
  return groups;
}
