import type { Upload } from '../../../application/media/use-cases.js';
import type { FolderRequest } from '../../../application/media/folders.js';
import type { Document } from '../../../application/ports/document-store.js';
import { denied, failure } from '../../../domain/failure.js';
import type { Query } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { fileType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf } from '../../../domain/schema/schema.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { textOf } from '../../../domain/document/text-of.js';
import { decodePlace } from '../codec/decode-place.js';
import { decodeListQuery } from '../codec/decode-query.js';
import { pagingText } from '../codec/pagination.js';
import { parseQueryText } from '../codec/parse-query-text.js';
import type { AdminDependencies, Call, Reply, Route } from './call.js';
import type { MediaFile } from './contract/media.js';
import { labelled } from './documents/labels.js';
import { searchFilter } from './documents/list.js';
import { readable } from './documents/readable.js';
import { listFileUses } from './documents/uses.js';
import { done, idOf } from './people.js';

async function listMedia(dependencies: AdminDependencies, { principal, text }: Call): Promise<Result<Reply>> {
  const { media, schema, options } = dependencies;
  const asked = parseQueryText(text);
  if (!asked.ok) return asked;
  const placed = decodePlace(asked.value);
  if (!placed.ok) return placed;
  const { search, ...rest } = placed.value.rest;
  const decoded = decodeListQuery(fileType, rest, options.paging);
  if (!decoded.ok) return decoded;
  const attributes = readable(principal, contentTypeOf(schema, fileType));
  if (attributes === null) return err(denied);
  const { query } = decoded.value;
  const searched = {
    ...query,
    sort: query.sort ?? [{ path: ['createdAt'], direction: 'desc' as const }],
    ...searchedIn(query, attributes, search),
  };
  const found = await media.find(principal, searched, placed.value.place);
  if (!found.ok) return found;
  const { answer, cursors } = found.value;
  const pagination: unknown = JSON.parse(pagingText(decoded.value.paging, answer, cursors));
  const data = await presentAll(dependencies, principal, answer.documents());
  return data.ok ? ok({ data: data.value, meta: { pagination } }) : data;
}

async function presentAll(
  { media, schema }: AdminDependencies,
  principal: Call['principal'],
  documents: readonly Document[],
): Promise<Result<readonly MediaFile[]>> {
  const folders = await media.foldersOf(
    principal,
    documents.map(({ documentId }) => textOf(documentId)),
  );
  return folders.ok
    ? ok(documents.map((file) => present(schema, file, folders.value.get(textOf(file['documentId'])))))
    : folders;
}

async function presentOne(
  dependencies: AdminDependencies,
  { principal }: Call,
  document: Document,
): Promise<Result<Reply>> {
  const all = await presentAll(dependencies, principal, [document]);
  return all.ok ? ok({ data: all.value[0] }) : all;
}

function searchedIn(
  { filters }: Query,
  attributes: Parameters<typeof searchFilter>[0],
  search: unknown,
): Pick<Query, 'filters'> {
  if (typeof search !== 'string' || search === '' || search.length > 200) return {};
  const names = new Set(['name', 'alternativeText', 'caption']);
  const any = searchFilter(
    attributes.filter(({ name }) => names.has(name)),
    search,
  );
  return { filters: filters === undefined ? any : { kind: 'and', filters: [filters, any] } };
}

function present(
  schema: AdminDependencies['schema'],
  document: Document,
  folder: string | null = null,
): MediaFile {
  const { label, documentId, file } = labelled(contentTypeOf(schema, fileType), document);
  const text = (name: string): string => (typeof document[name] === 'string' ? document[name] : '');
  return {
    id: Number(document['id']),
    documentId,
    name: label,
    alternativeText: text('alternativeText') || null,
    caption: text('caption') || null,
    url: text('url'),
    thumbnailUrl: file?.thumbnailUrl ?? null,
    mime: text('mime'),
    size: Number(document['size'] ?? 0),
    width: file?.width ?? null,
    height: file?.height ?? null,
    folder,
    createdAt: text('createdAt'),
    updatedAt: text('updatedAt'),
  };
}

/** Receives one file: its bytes are the body, and its name is in the address. */
async function receive(
  dependencies: AdminDependencies,
  { principal, req, text }: Call,
  start: () => Promise<Result<Upload>> | Result<Upload>,
): Promise<Result<readonly MediaFile[]>> {
  const asked = parseQueryText(text);
  if (!asked.ok) return asked;
  const { name, folder } = asked.value;
  if (typeof name !== 'string' || name === '' || name.length > 255)
    return err(failure('QUERY.INVALID', 'Say the name of the file: ?name=', { key: 'name' }));
  const upload = await start();
  if (!upload.ok) return upload;
  try {
    const received = await upload.value.receive({ name, content: req });
    if (!received.ok) return received;
    const finished = await upload.value.finish(folder === undefined ? {} : { info: { folder } });
    return finished.ok ? presentAll(dependencies, principal, finished.value) : finished;
  } finally {
    await upload.value.abandon();
  }
}

async function showMedia(dependencies: AdminDependencies, call: Call): Promise<Result<Reply>> {
  const range = { offset: 0, limit: 1 };
  const asked = { range, count: false, layer: 'published' } as const;
  const found = await dependencies.media.findOne(call.principal, idOf(call), asked);
  return found.ok ? presentOne(dependencies, call, found.value.answer.documents()[0] ?? {}) : found;
}

/** Takes `name` and `parent` from the body. */
const folderIn = ({ body }: Call): FolderRequest => {
  const { name, parent } = isPlainObject(body) ? body : {};
  return { name, parent };
};

const answered = async (done: Promise<Result<unknown>>, status = 200): Promise<Result<Reply>> => {
  const result = await done;
  return result.ok ? ok({ status, data: result.value }) : result;
};

export const mediaRoutes: readonly Route[] = [
  { method: 'GET', path: 'media', run: listMedia },
  { method: 'GET', path: 'media/:id', run: showMedia },
  { method: 'GET', path: 'media/:id/uses', run: listFileUses },
  {
    method: 'POST',
    path: 'media',
    isUpload: true,
    async run(dependencies, call) {
      const received = await receive(dependencies, call, () => dependencies.media.upload(call.principal));
      return received.ok ? ok({ status: 201, data: received.value }) : received;
    },
  },
  {
    method: 'POST',
    path: 'media/:id/file',
    isUpload: true,
    async run(dependencies, call) {
      const { media } = dependencies;
      const received = await receive(dependencies, call, () => media.replace(call.principal, idOf(call)));
      return received.ok ? ok({ data: received.value[0] }) : received;
    },
  },
  {
    method: 'PATCH',
    path: 'media/:id',
    async run(dependencies, call) {
      const { media } = dependencies;
      const changed = await media.describe(call.principal, idOf(call), call.body ?? {});
      return changed.ok ? presentOne(dependencies, call, changed.value) : changed;
    },
  },
  {
    method: 'DELETE',
    path: 'media/:id',
    run: ({ media }, call) => done(media.remove(call.principal, idOf(call))),
  },
  {
    method: 'GET',
    path: 'folders',
    run: ({ media }, call) => answered(media.folders.list(call.principal)),
  },
  {
    method: 'POST',
    path: 'folders',
    run: ({ media }, call) => answered(media.folders.create(call.principal, folderIn(call)), 201),
  },
  {
    method: 'PATCH',
    path: 'folders/:id',
    run: ({ media }, call) => answered(media.folders.update(call.principal, idOf(call), folderIn(call))),
  },
  {
    method: 'DELETE',
    path: 'folders/:id',
    run: ({ media }, call) => done(media.folders.delete(call.principal, idOf(call))),
  },
];
