import type { Document } from '../../../../application/ports/document-store.js';
import { equals } from '../../../../domain/query/compare.js';
import { denied } from '../../../../domain/failure.js';
import { decide, decideRead, type Principal } from '../../../../domain/permission/permission.js';
import type { Filter, Layer } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { fileType } from '../../../../domain/schema/built-in-uids.js';
import type { ContentType, Uid } from '../../../../domain/schema/schema.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import type { Use, Uses } from '../contract/links.js';
import { idOf } from '../people.js';
import { addressIn, readEntry } from './entry.js';
import { fieldsOf, labelled } from './labels.js';
import { joined, searchedBy, type Path, type Searched } from './places.js';
import { contentOf, readVersions } from './read-versions.js';

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

/** What has been found so far. */
interface Found {
  readonly uses: Map<string, Use>;
  /** Whether something was not searched. */
  isPartial: boolean;
  /** How many versions with dynamic zones may still be read. */
  left: number;
}

/** Finds the drafts and published versions that use a document, type by type and layer by layer. */
async function usesOf(dependencies: AdminDependencies, call: Call, used: Used): Promise<Result<Reply<Uses>>> {
  const searching = {
    schema: dependencies.schema,
    target: used.target,
    isInTexts: used.text !== undefined,
  };
  const found: Found = { uses: new Map(), isPartial: false, left: mostRead };
  for (const searched of searchedBy(searching, call.principal)) {
    const filtered = await findByFilters(dependencies, call.principal, used, searched, found);
    if (!filtered.ok) return filtered;
    const read = await findInZones(dependencies, call, used, searched, found);
    if (!read.ok) return read;
  }
  const entries = [...found.uses.values()];
  const { isPartial } = found;
  return ok({ data: { entries: entries.slice(0, most), hasMore: entries.length > most, isPartial } });
}

function add({ uses }: Found, type: ContentType, rows: readonly Document[]): void {
  for (const row of rows) {
    const { documentId, label, locale } = labelled(type, row);
    uses.set(`${type.uid} ${documentId} ${locale}`, { type: type.uid, documentId, label, locale });
  }
}

async function findByFilters(
  dependencies: AdminDependencies,
  principal: Principal,
  { documentId, text }: Used,
  { type, layer, places }: Searched,
  found: Found,
): Promise<Result<void>> {
  const { links, texts } = joined(places.map(([, inside]) => inside));
  const find = (filters: readonly Filter[]) => matching(dependencies, principal, type, layer, filters);
  const linked = await find(links.map(atEnd(equals('documentId', documentId))));
  if (!linked.ok) return linked;
  add(found, type, linked.value);
  // Texts have no index for it, so that a large database may refuse to search them.
  const written = await find(texts.map(atEnd(contains(text))));
  if (written.ok) add(found, type, written.value);
  else found.isPartial = true;
  return ok(undefined);
}

async function findInZones(
  dependencies: AdminDependencies,
  call: Call,
  used: Used,
  { type, layer, places }: Searched,
  found: Found,
): Promise<Result<void>> {
  const attributes = places.filter(([, { hasZones }]) => hasZones).map(([attribute]) => attribute);
  if (attributes.length === 0) return ok(undefined);
  for await (const page of readVersions(dependencies, call, { type, layer, attributes })) {
    if (found.uses.size > most) break;
    if (found.left <= 0) {
      found.isPartial = true;
      break;
    }
    if (!page.ok) return page;
    found.left -= page.value.length;
    const using = page.value.filter((row) => isUsedIn(used, contentOf(attributes, row)));
    add(found, type, using);
  }
  return ok(undefined);
}

const isUsedIn = ({ documentId, text }: Used, content: string): boolean =>
  content.includes(`"documentId":"${documentId}"`) || (text !== undefined && content.includes(text));

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
