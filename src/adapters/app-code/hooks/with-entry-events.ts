import type { Documents } from '../../../application/documents/use-cases.js';
import type { Document } from '../../../application/ports/document-store.js';
import type { UnitsOfWork } from '../../../application/ports/units-of-work.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { layersOf } from '../../../domain/plan/change.js';
import type { Layer } from '../../../domain/query/query.js';
import type { Result } from '../../../domain/result.js';
import { fileType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf, type ContentType, type Schema, type Uid } from '../../../domain/schema/schema.js';
import type { ServerEventHub } from './create-event-hub.js';

interface Dependencies {
  readonly documents: Documents;
  readonly hub: ServerEventHub;
  readonly units: Pick<UnitsOfWork, 'current'>;
  readonly schema: Schema;
}

type Kind = 'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'draft-discard';

interface Target {
  readonly type: Uid;
  readonly documentId?: string;
  readonly locale?: string;
  readonly row?: unknown;
}

/**
 * The use cases, telling the event hub what they have written: after the commit, and nothing that is taken back. Where nobody
 * listens, calls go through as they are.
 */
export function withEntryEvents(dependencies: Dependencies): Documents {
  const { documents, hub } = dependencies;
  const hears = (target: Target, kinds: readonly Kind[]): boolean =>
    target.row === undefined && hub.hears(...kinds.map((kind) => nameOf(target.type, kind)));
  const telling =
    <M extends Target, T>(
      run: (principal: typeof systemPrincipal, mutation: M) => Promise<Result<T>>,
      kindsOf: (mutation: M) => readonly Kind[],
      layerOf: (mutation: M) => Layer,
    ) =>
    async (principal: typeof systemPrincipal, mutation: M): Promise<Result<T>> => {
      const done = await run(principal, mutation);
      const kinds = kindsOf(mutation);
      if (!done.ok || !hears(mutation, kinds)) return done;
      const documentId = documentIdOf(done.value) ?? mutation.documentId;
      for (const kind of kinds) {
        const layer = kind === 'publish' ? 'published' : layerOf(mutation);
        const found = await read(dependencies, { ...mutation, ...(documentId && { documentId }) }, layer);
        tell(dependencies, mutation.type, kind, found);
      }
      return done;
    };
  const valueKinds =
    (kind: 'create' | 'update') =>
    ({ type, layer }: Target & { readonly layer: Layer }): readonly Kind[] =>
      layer === 'published' && contentTypeOf(dependencies.schema, type).draftAndPublish
        ? [kind, 'publish']
        : [kind];
  const edited = ({ type }: Target): Layer =>
    layersOf(contentTypeOf(dependencies.schema, type))[0] ?? 'published';
  return {
    ...documents,
    create: telling(documents.create, valueKinds('create'), edited),
    update: telling(documents.update, valueKinds('update'), edited),
    publish: telling(documents.publish, () => ['publish'], edited),
    unpublish: telling(documents.unpublish, () => ['unpublish'], edited),
    discardDraft: telling(documents.discardDraft, () => ['draft-discard'], edited),
    async delete(principal, mutation) {
      if (mutation.layer !== undefined || !hears(mutation, ['delete']))
        return documents.delete(principal, mutation);
      const gone: Document[] = [];
      for (const layer of layersOf(contentTypeOf(dependencies.schema, mutation.type)))
        gone.push(...(await read(dependencies, mutation, layer)));
      const done = await documents.delete(principal, mutation);
      if (done.ok) tell(dependencies, mutation.type, 'delete', gone);
      return done;
    },
  };
}

const nameOf = (type: Uid, kind: Kind): string => `${type === fileType ? 'media' : 'entry'}.${kind}`;

function documentIdOf(written: unknown): string | undefined {
  const { answer } = (written ?? {}) as { readonly answer?: { documents(): readonly Document[] } };
  const documentId = answer?.documents()[0]?.['documentId'];
  return typeof documentId === 'string' ? documentId : undefined;
}

/** Reads versions with one level of relations, without private attributes. */
async function read(
  { documents, schema }: Dependencies,
  { type: uid, documentId, locale }: Target,
  layer: Layer,
): Promise<readonly Document[]> {
  const type = contentTypeOf(schema, uid);
  const found = await documents.find(systemPrincipal, {
    type: uid,
    action: 'find',
    ...(documentId !== undefined && { documentId }),
    populate: { all: true, members: [] },
    range: { offset: 0, limit: null },
    count: false,
    layer,
    ...(locale !== undefined && { locale }),
  });
  return found.ok ? found.value.answer.documents().map((document) => openPart(type, document)) : [];
}

const openPart = ({ attributes }: ContentType, document: Document): Document =>
  Object.fromEntries(Object.entries(document).filter(([name]) => attributes.get(name)?.private !== true));

function tell({ hub, units, schema }: Dependencies, uid: Uid, kind: Kind, rows: readonly Document[]): void {
  const model = contentTypeOf(schema, uid).singularName;
  const emit = (): void => {
    for (const row of rows)
      void hub.emit(nameOf(uid, kind), uid === fileType ? { media: row } : { model, uid, entry: row });
  };
  const unit = units.current();
  if (unit === undefined) emit();
  else unit.onCommit(emit);
}
