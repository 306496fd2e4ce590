import type { Documents } from '../../../application/documents/use-cases.js';
import type { Document } from '../../../application/ports/document-store.js';
import type { UnitsOfWork } from '../../../application/ports/units-of-work.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import { entryKinds, type EntryKind } from '../../../domain/change-log/entry-kinds.js';
import type { ChangeSummary } from '../../../domain/change-log/summarize-change.js';
import { layersOf } from '../../../domain/plan/change.js';
import type { Layer } from '../../../domain/query/query.js';
import type { Result } from '../../../domain/result.js';
import { fileType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf, type Schema, type Uid } from '../../../domain/schema/schema.js';
import { withoutPrivate } from '../http/sanitize-output.js';
import type { ServerEventHub } from './create-event-hub.js';

interface Dependencies {
  readonly documents: Documents;
  readonly hub: ServerEventHub;
  readonly units: Pick<UnitsOfWork, 'current'>;
  readonly schema: Schema;
}

interface Target {
  readonly type: Uid;
  readonly documentId?: string;
  readonly locale?: string;
  readonly row?: unknown;
  readonly layer?: Layer;
}

/**
 * The use cases, telling the event hub what they have written: after the commit, and nothing that is taken back. Where nobody
 * listens, calls go through as they are.
 */
export function withEntryEvents(dependencies: Dependencies): Documents {
  const { documents, hub } = dependencies;
  const hears = ({ type, row }: Target, kinds: readonly EntryKind[]): boolean =>
    row === undefined && hub.hears(...kinds.map(({ kind }) => nameOf(type, kind)));
  const kindsOf = (action: ChangeSummary['action'], { type: uid, layer }: Target): readonly EntryKind[] => {
    const type = contentTypeOf(dependencies.schema, uid);
    // What is written to the published version is written to the draft as well.
    return entryKinds(type, { action, layers: layer === 'draft' ? [layer] : layersOf(type) });
  };
  const telling =
    <M extends Target, T>(
      action: ChangeSummary['action'],
      run: (principal: typeof systemPrincipal, mutation: M) => Promise<Result<T>>,
    ) =>
    async (principal: typeof systemPrincipal, mutation: M): Promise<Result<T>> => {
      const done = await run(principal, mutation);
      const kinds = kindsOf(action, mutation);
      if (!done.ok || !hears(mutation, kinds)) return done;
      const documentId = documentIdOf(done.value) ?? mutation.documentId;
      for (const { kind, layer } of kinds) {
        const target = { ...mutation, ...(documentId && { documentId }) };
        tell(
          dependencies,
          mutation.type,
          kind,
          layer === null ? [] : await read(dependencies, target, layer),
        );
      }
      return done;
    };
  return {
    ...documents,
    create: telling('create', documents.create),
    update: telling('update', documents.update),
    publish: telling('publish', documents.publish),
    unpublish: telling('unpublish', documents.unpublish),
    discardDraft: telling('discardDraft', documents.discardDraft),
    async delete(principal, mutation) {
      if (mutation.layer !== undefined || !hears(mutation, kindsOf('delete', mutation)))
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

const nameOf = (type: Uid, kind: EntryKind['kind']): string =>
  `${type === fileType ? 'media' : 'entry'}.${kind}`;

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
  return found.ok
    ? found.value.answer.documents().map((document) => withoutPrivate(schema, type, document))
    : [];
}

function tell(
  { hub, units, schema }: Dependencies,
  uid: Uid,
  kind: EntryKind['kind'],
  rows: readonly Document[],
): void {
  const model = contentTypeOf(schema, uid).singularName;
  const emit = (): void => {
    for (const row of rows)
      void hub.emit(nameOf(uid, kind), uid === fileType ? { media: row } : { model, uid, entry: row });
  };
  const unit = units.current();
  if (unit === undefined) emit();
  else unit.onCommit(emit);
}
