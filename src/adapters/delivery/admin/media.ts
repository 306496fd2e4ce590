import type { Upload } from '../../../application/media/use-cases.js';
import type { Document } from '../../../application/ports/document-store.js';
import { denied, failure } from '../../../domain/failure.js';
import type { Query } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { fileType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf } from '../../../domain/schema/schema.js';
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
  const { search, ...rest } = asked.value;
  const decoded = decodeListQuery(fileType, rest, options.paging);
  if (!decoded.ok) return decoded;
  const attributes = readable(principal, contentTypeOf(schema, fileType));
  if (attributes === null) return err(denied);
  const { query } = decoded.value;
  const found = await media.find(principal, {
    ...query,
    sort: query.sort ?? [{ path: ['createdAt'], direction: 'desc' }],
    ...searchedIn(query, attributes, search),
  });
  if (!found.ok) return found;
  const { answer, cursors } = found.value;
  const pagination: unknown = JSON.parse(pagingText(decoded.value.paging, answer, cursors));
  return ok({ data: answer.documents().map((file) => present(schema, file)), meta: { pagination } });
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

function present(schema: AdminDependencies['schema'], document: Document): MediaFile {
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
    createdAt: text('createdAt'),
    updatedAt: text('updatedAt'),
  };
}

/** Receives one file: its bytes are the body, and its name is in the address. */
async function receive(
  { schema }: AdminDependencies,
  { req, text }: Call,
  start: () => Promise<Result<Upload>> | Result<Upload>,
): Promise<Result<readonly MediaFile[]>> {
  const asked = parseQueryText(text);
  if (!asked.ok) return asked;
  const { name } = asked.value;
  if (typeof name !== 'string' || name === '' || name.length > 255)
    return err(failure('QUERY.INVALID', 'Say the name of the file: ?name=', { key: 'name' }));
  const upload = await start();
  if (!upload.ok) return upload;
  try {
    const received = await upload.value.receive({ name, content: req });
    if (!received.ok) return received;
    const finished = await upload.value.finish();
    return finished.ok ? ok(finished.value.map((file) => present(schema, file))) : finished;
  } finally {
    await upload.value.abandon();
  }
}

async function showMedia({ media, schema }: AdminDependencies, call: Call): Promise<Result<Reply>> {
  const range = { offset: 0, limit: 1 };
  const found = await media.findOne(call.principal, idOf(call), { range, count: false, layer: 'published' });
  return found.ok ? ok({ data: present(schema, found.value.answer.documents()[0] ?? {}) }) : found;
}

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
    async run({ media, schema }, call) {
      const changed = await media.describe(call.principal, idOf(call), call.body ?? {});
      return changed.ok ? ok({ data: present(schema, changed.value) }) : changed;
    },
  },
  {
    method: 'DELETE',
    path: 'media/:id',
    run: ({ media }, call) => done(media.remove(call.principal, idOf(call))),
  },
];
