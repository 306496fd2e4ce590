import type { Document } from '../../../../application/ports/document-store.js';
import type { Upload, UploadDetails, LinkRequest } from '../../../../application/media/media.js';
import { failure, type Failure } from '../../../../domain/failure.js';
import { type Result, err, ok } from '../../../../domain/result.js';
import { decodeTarget } from '../../codec/decode-mutation.js';
import { endEarly } from '../../codec/end-early.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import { failureResponse, errorText, type ErrorResponse } from '../failure-response.js';
import { sendError, sendText } from '../send.js';
import {
  type FileCall,
  type FileOperation,
  type UploadDependencies,
  presentFile,
  presentFiles,
} from './file-operations.js';
import { fileIdOf } from '../../codec/numeric-or-document-id.js';
import { readForm, type Form } from './read-form.js';
import type { ServerResponse } from 'node:http';

/** `POST /upload`: receives files; with `?id=` changes the details of a file, or replaces its content. */
export function uploadOperation(dependencies: UploadDependencies): FileOperation {
  return async (call) => {
    const params = parseQueryText(call.text);
    if (!params.ok) return refuse(call, params);
    const { id } = params.value;
    if (typeof id === 'string' && id !== '') return change(dependencies, call, id);
    const target = decodeTarget(params.value, 'one');
    if (!target.ok || id !== undefined) return refuse(call, target.ok ? wrongId : target);
    const { layer, at } = target.value;
    const received = await receiveFiles(dependencies, call, (form) => {
      const details = decodeDetails(form, { layer, ...at });
      const ref = details.ok ? details.value.link?.ref : undefined;
      return ref !== undefined && dependencies.isGuarded(ref) ? err(guarded(ref)) : details;
    });
    return received.ok ? sendText(call.res, 201, presentFiles(received.value)) : refuse(call, received);
  };
}

type Failed = Extract<Result<unknown>, { ok: false }>;

const failed = (reason: Failure): Failed => ({ ok: false, failure: reason });

const wrongId: Failed = failed(
  failure('QUERY.INVALID', 'Invalid id. Expected one id', { key: 'id', source: 'query' }),
);
const empty: Failed = failed(failure('INPUT.INVALID', 'Files are empty'));

async function refuse(call: FileCall, { failure: reason }: Failed): Promise<void> {
  await call.refused(reason);
  refuseEarly(call.res, failureResponse(reason));
}

const isMultipart = ({ req }: FileCall): boolean => Boolean(req.is('multipart/form-data'));

async function receiveFiles(
  { media }: UploadDependencies,
  call: FileCall,
  detailsOf: (form: Form) => Result<UploadDetails>,
): Promise<Result<readonly Document[]>> {
  const upload = media.upload(call.principal);
  if (!upload.ok) return upload;
  if (!isMultipart(call)) return empty;
  return uploadForm(call, upload.value, (form) => {
    const details = detailsOf(form);
    return details.ok ? upload.value.finish(details.value) : Promise.resolve(details);
  });
}

/** Reads the form into the upload, then calls `finish`. Abandons the upload if anything fails. */
async function uploadForm<T>(
  { req }: FileCall,
  upload: Upload,
  finish: (form: Form) => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    const form = await readForm(req, upload);
    return form.ok ? await finish(form.value) : form;
  } finally {
    await upload.abandon();
  }
}

async function change(dependencies: UploadDependencies, call: FileCall, id: string): Promise<void> {
  const { media } = dependencies;
  const file = fileIdOf(id);
  if (!isMultipart(call)) return changeByBody(dependencies, call, id);
  const upload = await media.replace(call.principal, file);
  if (!upload.ok) return refuse(call, upload);
  const changed = await uploadForm(
    call,
    upload.value,
    async (form): Promise<Result<Document | undefined>> => {
      const details = decodeDetails(form, { layer: 'published' });
      if (!details.ok) return details;
      const { info } = details.value;
      if (form.files === 0) return media.describe(call.principal, file, info ?? {});
      const replaced = await upload.value.finish({ info });
      return replaced.ok ? { ok: true, value: replaced.value[0] } : replaced;
    },
  );
  if (!changed.ok) return refuse(call, changed);
  sendText(call.res, 200, presentFile(changed.value ?? {}));
}

/** Reads `{ "fileInfo": { … } }`. */
async function changeByBody(
  { media, readBody }: UploadDependencies,
  { req, res, principal, refused }: FileCall,
  id: string,
): Promise<void> {
  const body = await readBody(req, res);
  if (!body.ok) return sendError(res, body.failure);
  const info = (body.value as { readonly fileInfo?: unknown } | undefined)?.fileInfo ?? {};
  const changed = await media.describe(principal, fileIdOf(id), info);
  if (changed.ok) return sendText(res, 200, presentFile(changed.value));
  await refused(changed.failure);
  sendError(res, failureResponse(changed.failure));
}

/**
 * Decodes the fields of a form: `fileInfo` as JSON, once for all files or once for each, and `ref`, `refId` and `field`.
 * Ignores `path` and `source`, which clients of Strapi may send.
 */
function decodeDetails(
  { fields }: Form,
  target: Pick<LinkRequest, 'layer' | 'locale'>,
): Result<UploadDetails> {
  const info = decodeInfo(fields.get('fileInfo') ?? []);
  if (!info.ok) return info;
  const [ref, refId, field] = ['ref', 'refId', 'field'].map((name) => fields.get(name)?.at(-1) || undefined);
  if (ref === undefined && field === undefined) return ok({ info: info.value });
  if (ref === undefined || field === undefined) return err(missing(ref === undefined ? 'ref' : 'field'));
  const link = { ref, field, ...(refId !== undefined && { refId: fileIdOf(refId) }), ...target };
  return ok({ info: info.value, link });
}

/** The policies cannot run for an upload, which changes the document as its route does. */
const guarded = (ref: string): Failure =>
  failure(
    'INPUT.INVALID',
    `Invalid ref: policies of the app run for update of ${ref}: upload without ref, and link the file with PUT`,
    { key: 'ref', source: 'body' },
  );

const missing = (key: string) =>
  failure('INPUT.INVALID', `Invalid ${key}: it is missing beside the other two of ref, refId and field`, {
    key,
    source: 'body',
  });

function decodeInfo(texts: readonly string[]): Result<unknown> {
  const values: unknown[] = [];
  for (const text of texts) {
    try {
      values.push(JSON.parse(text));
    } catch {
      return err(failure('INPUT.INVALID', 'fileInfo must be JSON', { key: 'fileInfo', source: 'body' }));
    }
  }
  return ok((values.length > 1 ? values : values[0]) ?? undefined);
}

function refuseEarly(res: ServerResponse, error: ErrorResponse): void {
  const text = errorText(error);
  for (const [name, value] of Object.entries(error.headers ?? {})) res.setHeader(name, value);
  res.statusCode = error.status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  endEarly(res, text);
}
