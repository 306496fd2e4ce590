import type { Upload } from '../../../application/media/use-cases.js';
import type { Document } from '../../../application/ports/document-store.js';
import { textOf } from '../../../domain/document/text-of.js';
import { denied, failure } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { fileType } from '../../../domain/schema/built-in-uids.js';
import { contentTypeOf } from '../../../domain/schema/schema.js';
import { decodePlace } from '../codec/decode-place.js';
import { decodeListQuery } from '../codec/decode-query.js';
import { pagingText } from '../codec/pagination.js';
import type { AdminDependencies, Call, Reply } from './call.js';
import { areas } from './contract/areas.js';
import { PageMeta, type AnyPage } from './contract/failures.js';
import { Uses } from './contract/links.js';
import { mostLookedUp, mostUnused } from './contract/limits.js';
import { MediaBody, MediaFile, UnusedMeta } from './contract/media.js';
import { listOf } from './contract/wire.js';
import { isSearchedOfFiles } from './contract/searched.js';
import { withSearch } from './documents/search.js';
import { readable } from './documents/readable.js';
import { unusedOf } from './documents/unused-files.js';
import { listFileUses } from './documents/uses.js';
import { done, idOf } from './people.js';
import { ofList, oneText, text } from './query.js';
import { presentAll } from './present-media.js';
import { route, someOf, type Route } from './route.js';

/** Decodes which files are asked for, in which order, and on which page. */
function decodeMedia({ schema, options }: AdminDependencies, { principal, asked }: Call) {
  const placed = decodePlace(asked);
  if (!placed.ok) return placed;
  const { search, ...rest } = placed.value.rest;
  const decoded = decodeListQuery(fileType, rest, options.paging);
  if (!decoded.ok) return decoded;
  const attributes = readable(principal, contentTypeOf(schema, fileType));
  if (attributes === null) return err(denied);
  const { paging } = decoded.value;
  const searched = withSearch(decoded.value.query, attributes.filter(isSearchedOfFiles), search);
  if (!searched.ok) return searched;
  const sort = searched.value.sort ?? [{ path: ['createdAt'], direction: 'desc' as const }];
  return ok({ query: { ...searched.value, sort }, paging, place: placed.value.place });
}

async function listMedia(
  dependencies: AdminDependencies,
  call: Call,
): Promise<Result<Reply<readonly MediaFile[], PageMeta>>> {
  const { principal } = call;
  const decoded = decodeMedia(dependencies, call);
  if (!decoded.ok) return decoded;
  const { query, paging, place } = decoded.value;
  const found = await dependencies.media.find(principal, query, place);
  if (!found.ok) return found;
  const { answer, cursors } = found.value;
  const pagination = JSON.parse(pagingText(paging, answer, cursors)) as AnyPage;
  const data = await presentAll(dependencies, principal, answer.documents());
  return data.ok ? ok({ data: data.value, meta: { pagination } }) : data;
}

/** Of the files that match, those that no entry uses; the first `mostUnused` of them. */
async function listUnused(
  dependencies: AdminDependencies,
  call: Call,
): Promise<Result<Reply<readonly MediaFile[], UnusedMeta>>> {
  const { principal } = call;
  const decoded = decodeMedia(dependencies, call);
  if (!decoded.ok) return decoded;
  const { query, place } = decoded.value;
  const range = { offset: 0, limit: mostLookedUp + 1 };
  const found = await dependencies.media.find(principal, { ...query, range, count: false }, place);
  if (!found.ok) return found;
  const files = found.value.answer.size > 0 ? found.value.answer.documents() : [];
  if (files.length > mostLookedUp)
    return err(failure('INPUT.MISMATCH', reason('media.tooMany', { max: mostLookedUp })));
  const candidates = files.map((file) => ({
    documentId: textOf(file['documentId']),
    hash: textOf(file['hash']),
    file,
  }));
  const unused = await unusedOf(dependencies, call, candidates);
  if (!unused.ok) return unused;
  const shown = unused.value.slice(0, mostUnused).map(({ file }) => file);
  const data = await presentAll(dependencies, principal, shown);
  return data.ok ? ok({ data: data.value, meta: { total: unused.value.length } }) : data;
}

async function presentOne(
  dependencies: AdminDependencies,
  { principal }: Call,
  document: Document,
): Promise<Result<Reply<MediaFile>>> {
  return firstOf(await presentAll(dependencies, principal, [document]));
}

const firstOf = (files: Result<readonly MediaFile[]>): Result<Reply<MediaFile>> =>
  files.ok ? ok({ data: files.value[0] as MediaFile }) : files;

/** Receives one file: its bytes are the body, and its name is in the address. */
async function receive(
  dependencies: AdminDependencies,
  { principal, req, asked: { name, folder } }: Call,
  start: () => Promise<Result<Upload>> | Result<Upload>,
): Promise<Result<readonly MediaFile[]>> {
  if (typeof name !== 'string' || name === '' || name.length > 255)
    return err(failure('QUERY.INVALID', reason('file.noName'), { key: 'name' }));
  const upload = await start();
  if (!upload.ok) return upload;
  try {
    // The request stays open where not all of it is read: its refusal is still to be answered.
    const content = { [Symbol.asyncIterator]: () => req.iterator({ destroyOnReturn: false }) };
    const expected = Number(req.headers['content-length'] ?? 0);
    const received = await upload.value.receive({ name, content, ...(expected > 0 && { expected }) });
    if (!received.ok) return received;
    const finished = await upload.value.finish(folder === undefined ? {} : { info: { folder } });
    return finished.ok ? presentAll(dependencies, principal, finished.value) : finished;
  } finally {
    await upload.value.abandon();
  }
}

async function showMedia(dependencies: AdminDependencies, call: Call): Promise<Result<Reply<MediaFile>>> {
  const range = { offset: 0, limit: 1 };
  const asked = { range, count: false, layer: 'published' } as const;
  const found = await dependencies.media.findOne(call.principal, idOf(call), asked);
  return found.ok ? presentOne(dependencies, call, found.value.answer.documents()[0] ?? {}) : found;
}

const nameOfFile = { ...text('name', 'The name of the file.'), isRequired: true } as const;
const refusals = [413, 507] as const;

const ofFiles = [
  ...ofList,
  text('folder', 'The documentId of a folder, or `root`.'),
  oneText('below', 'Whether files in the folders below count too.', ['true', 'false']),
];

export const mediaRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'media',
    summary: 'List files',
    needs: someOf('find', areas.media),
    query: ofFiles,
    gives: listOf(MediaFile),
    meta: PageMeta,
    also: [404],
    run: listMedia,
  }),
  route({
    method: 'GET',
    path: 'media/unused',
    summary: 'List files that no entry uses',
    needs: someOf('find', areas.media),
    query: ofFiles,
    gives: listOf(MediaFile),
    meta: UnusedMeta,
    also: [404],
    run: listUnused,
  }),
  route({
    method: 'GET',
    path: 'media/:id',
    summary: 'Read what is known of a file',
    needs: someOf('findOne', areas.media),
    gives: MediaFile,
    run: showMedia,
  }),
  route({
    method: 'GET',
    path: 'media/:id/uses',
    summary: 'List the entries with a file',
    needs: someOf('findOne', areas.media),
    gives: Uses,
    run: listFileUses,
  }),
  route({
    method: 'POST',
    path: 'media',
    summary: 'Store a file',
    needs: someOf('create', areas.media),
    query: [nameOfFile, text('folder', 'The documentId of the folder that it goes to.')],
    gives: listOf(MediaFile),
    status: 201,
    also: refusals,
    isUpload: true,
    async run(dependencies, call) {
      const received = await receive(dependencies, call, () => dependencies.media.upload(call.principal));
      return received.ok ? ok({ data: received.value }) : received;
    },
  }),
  route({
    method: 'POST',
    path: 'media/:id/file',
    summary: 'Replace a file by one of the same kind',
    needs: someOf('update', areas.media),
    query: [nameOfFile],
    gives: MediaFile,
    also: refusals,
    isUpload: true,
    async run(dependencies, call) {
      const { media } = dependencies;
      return firstOf(await receive(dependencies, call, () => media.replace(call.principal, idOf(call))));
    },
  }),
  route({
    method: 'PATCH',
    path: 'media/:id',
    summary: 'Describe a file, or move it',
    needs: someOf('update', areas.media),
    takes: MediaBody,
    gives: MediaFile,
    async run(dependencies, call) {
      const changed = await dependencies.media.describe(call.principal, idOf(call), call.body);
      return changed.ok ? presentOne(dependencies, call, changed.value) : changed;
    },
  }),
  route({
    method: 'DELETE',
    path: 'media/:id',
    summary: 'Remove a file',
    needs: someOf('delete', areas.media),
    run: ({ media }, call) => done(media.remove(call.principal, idOf(call))),
  }),
];
