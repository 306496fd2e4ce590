import { changedNames, contentOf, type Content } from '../../domain/history/content.js';
import { inputOf, mapMembers, type FittedContent } from '../../domain/history/fit-content.js';
import type { Principal } from '../../domain/permission/permission.js';
import { editedLayer } from '../../domain/plan/change.js';
import type { Layer, Selection } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type ContentType, type Schema, type Uid } from '../../domain/schema/schema.js';
import type { Answer, Documents } from '../documents/use-cases.js';
import type { DocumentStore } from '../ports/document-store.js';
import type { Restored } from './history-service.js';
import { withReasonText } from './shown-version.js';
import { planVersion } from './plan-capture.js';
import { existing, linkedIds } from './present-content.js';
import type { ReadableHistory } from './readable-history.js';

export interface RestoreDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly store: Pick<DocumentStore, 'read'>;
}

interface Restoring {
  readonly history: ReadableHistory;
  /** Empty for types without locales. */
  readonly locale: string;
  readonly fitted: FittedContent;
  readonly answer: Selection;
  /** The attributes to restore; null: all. */
  readonly names: ReadonlySet<string> | null;
}

/**
 * Gives the draft the content, by the same update as any other, with those attributes that differ today. Links to
 * documents that are gone are left out.
 */
export async function restoreVersion(
  dependencies: RestoreDependencies,
  principal: Principal,
  { history, locale, fitted, answer, names }: Restoring,
): Promise<Result<Restored>> {
  const { schema } = dependencies;
  const { type, documentId, exists } = history;
  const links = await findLinks(dependencies, type, fitted.content);
  if (!links.ok) return links;
  const { kept, gone } = links.value;
  const now = await readContentNow(dependencies, { type, documentId, locale, layer: editedLayer(type) });
  if (!now.ok) return now;
  const isAsked = (name: string): boolean => names?.has(name) ?? true;
  const changed = new Set(changedNames(now.value, kept).filter(isAsked));
  const content = Object.fromEntries(Object.entries(kept).filter(([name]) => changed.has(name)));
  const data = inputOf(schema, type, content, () => true);
  const write = {
    type: type.uid,
    layer: editedLayer(type),
    data,
    answer,
    ...(type.localized && { locale }),
  } as const;
  const written: Result<Answer> =
    exists || type.kind === 'singleType'
      ? await dependencies.documents.update(principal, {
          kind: 'update',
          ...write,
          ...(type.kind === 'collectionType' && { documentId }),
        })
      : await dependencies.documents.create(principal, {
          kind: 'create',
          ...write,
          documentId,
          isChosen: true,
        });
  if (!written.ok) return written;
  const told = <T extends { readonly name: string }>(all: readonly T[]): readonly T[] =>
    all.filter(({ name }) => isAsked(name));
  const leftOut = told(fitted.outdated).map(withReasonText);
  return ok({ answer: written.value, created: !exists, leftOut, gone: told(gone) });
}

interface Links {
  /** The content with links to documents that exist. */
  readonly kept: Content;
  readonly gone: Restored['gone'];
}

async function findLinks(
  dependencies: RestoreDependencies,
  type: ContentType,
  content: Content,
): Promise<Result<Links>> {
  const { schema } = dependencies;
  const there = new Map<Uid, ReadonlySet<string>>();
  for (const [uid, ids] of linkedIds(schema, type, content)) {
    const found = await existing(dependencies, contentTypeOf(schema, uid), [...ids]);
    if (!found.ok) return found;
    there.set(uid, found.value);
  }
  const gone: { readonly name: string; readonly documentId: string }[] = [];
  const kept = mapMembers(schema, type, content, ({ name, target, many }, value) => {
    const ids = (Array.isArray(value) ? value : value === null ? [] : [value]) as readonly string[];
    const found = ids.filter((id) => there.get(target)?.has(id) === true);
    gone.push(...ids.filter((id) => !found.includes(id)).map((documentId) => ({ name, documentId })));
    return many ? found : (found[0] ?? null);
  });
  return ok({ kept, gone });
}

interface Place extends Pick<ReadableHistory, 'type' | 'documentId'> {
  /** Empty for types without locales. */
  readonly locale: string;
  readonly layer: Layer;
}

/** Returns what a version contains now; nothing if it is not there. */
export async function readContentNow(
  { schema, store }: Omit<RestoreDependencies, 'documents'>,
  place: Place,
): Promise<Result<Content>> {
  const read = await store.read(planVersion(schema, place));
  if (!read.ok) return read;
  const [version] = read.value.documents();
  return ok(version === undefined ? {} : contentOf(schema, place.type, version));
}
