import type { Document } from '../../../../application/ports/document-store.js';
import { equals } from '../../../../domain/query/compare.js';
import { denied } from '../../../../domain/failure.js';
import { decide, decideRead, type Principal } from '../../../../domain/permission/permission.js';
import { layersOf } from '../../../../domain/plan/change.js';
import type { Filter, Layer } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { fileType } from '../../../../domain/schema/built-in-uids.js';
import type { Attribute, ContentType, Uid } from '../../../../domain/schema/schema.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import type { Use, Uses } from '../contract/links.js';
import { idOf } from '../people.js';
import { addressIn, readEntry } from './entry.js';
import { fieldsOf, labelled } from './labels.js';
import { joined, placesByAttribute, type Path } from './places.js';
import { readVersions } from './read-versions.js';

/** How many entries are named. */
const most = 10;

/** How many versions with dynamic zones are read, as no filter reaches these. */
const mostRead = 10_000;

/** Lists the entries with a file. */
export async function listFileUses(
  dependencies: AdminDependencies,
  call: Call,
): Promise<Result<Reply<Uses>>> {
  const { principal } = call;
  if (decide(principal, 'find', fileType) === null) return err(denied);
  const documentId = idOf(call);
  const range = { offset: 0, limit: 1 };
  const file = await dependencies.media.findOne(principal, documentId, {
    range,
    count: false,
    layer: 'published',
  });
  if (!file.ok) return file;
  const hash = file.value.answer.documents()[0]?.['hash'];
  const named = typeof hash === 'string' && hash !== '' ? { text: hash } : {};
  return usesOf(dependencies, call, { target: fileType, documentId, ...named });
}

/** Lists the entries that link to a document. */
export async function listUses(dependencies: AdminDependencies, call: Call): Promise<Result<Reply<Uses>>> {
  const address = addressIn(dependencies.schema, call);
  if (!address.ok) return address;
  const entry = await readEntry(dependencies, call.principal, address.value);
  if (!entry.ok) return entry;
  const { documentId } = entry.value;
  return usesOf(dependencies, call, { target: address.value.type.uid, documentId });
}

interface Used {
  readonly target: Uid;
  readonly documentId: string;
  /** What formatted texts have where they use it; absent: they cannot. Of a file, all its addresses have it. */
  readonly text?: string;
}

/** Finds the drafts and published versions that use a document, type by type and layer by layer. */
async function usesOf(dependencies: AdminDependencies, call: Call, used: Used): Promise<Result<Reply<Uses>>> {
  const { schema } = dependencies;
  const { principal } = call;
  const { target, documentId, text } = used;
  const uses = new Map<string, Use>();
  const add = (type: ContentType, rows: readonly Document[]): void => {
    for (const row of rows) {
      const { documentId: id, label, locale } = labelled(type, row);
      uses.set(`${type.uid} ${id} ${locale}`, { type: type.uid, documentId: id, label, locale });
    }
  };
  let isPartial = false;
  let left = mostRead;
  for (const type of schema.contentTypes.values()) {
    if (!type.exposed) continue;
    for (const layer of layersOf(type)) {
      const searching = { schema, target, isInTexts: text !== undefined };
      const byAttribute = placesByAttribute(searching, principal, type, layer);
      const { links, texts } = joined(byAttribute.map(([, places]) => places));
      const find = (filters: readonly Filter[]) => matching(dependencies, principal, type, layer, filters);
      const linked = await find(links.map(atEnd(equals('documentId', documentId))));
      if (!linked.ok) return linked;
      // Texts have no index for it, so that a large database may refuse to search them.
      const written = await find(texts.map(atEnd(contains(text))));
      isPartial ||= !written.ok;
      add(type, linked.value);
      if (written.ok) add(type, written.value);
      const attributes = byAttribute.filter(([, { hasZones }]) => hasZones).map(([attribute]) => attribute);
      if (attributes.length === 0) continue;
      for await (const page of readVersions(dependencies, call, { type, layer, attributes })) {
        if (uses.size > most) break;
        if (left <= 0) isPartial = true;
        if (left <= 0) break;
        if (!page.ok) return page;
        left -= page.value.length;
        add(
          type,
          page.value.filter((row) => isUsedIn(used, attributes, row)),
        );
      }
    }
  }
  const entries = [...uses.values()];
  const data: Uses = { entries: entries.slice(0, most), hasMore: entries.length > most, isPartial };
  return ok({ data });
}

/** Ids are unique, and quotes inside of a text are escaped. */
function isUsedIn({ documentId, text }: Used, attributes: readonly Attribute[], row: Document): boolean {
  const content = JSON.stringify(attributes.map(({ name }) => row[name] ?? null));
  return content.includes(`"documentId":"${documentId}"`) || (text !== undefined && content.includes(text));
}

const contains = (value: string | undefined): Filter => ({ kind: 'compare', operator: '$contains', value });

/** Makes filters of paths, which all end with one. */
const atEnd =
  (end: Filter) =>
  (path: Path): Filter =>
    path.reduceRight<Filter>((filter, key) => ({ kind: 'at', key, filter }), end);

/** Finds the versions that match one of the filters. */
async function matching(
  { documents }: AdminDependencies,
  principal: Principal,
  type: ContentType,
  layer: Layer,
  filters: readonly Filter[],
): Promise<Result<readonly Document[]>> {
  if (filters.length === 0) return ok([]);
  const permission = decideRead(principal, type, layer);
  const found = await documents.find(principal, {
    type: type.uid,
    action: 'find',
    range: { offset: 0, limit: most + 1 },
    count: false,
    layer,
    fields: fieldsOf(type, permission?.fields ?? null),
    filters: { kind: 'or', filters },
    ...(type.localized && { locale: '*' }),
  });
  return found.ok ? ok(found.value.answer.documents()) : found;
}
