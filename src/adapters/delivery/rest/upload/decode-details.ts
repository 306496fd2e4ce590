import type { LinkRequest, UploadDetails } from '../../../../application/media/media.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { fileNameOf } from './file-name.js';
import type { Form } from './read-form.js';

/**
 * What the fields of a form say: `fileInfo` as JSON, once for all files or for each, and `ref`, `refId`, `field`.
 * `path` and `source`, which clients of Strapi also send, mean nothing here.
 */
export function decodeDetails(
  { fields }: Form,
  target: Pick<LinkRequest, 'layer' | 'locale'>,
): Result<UploadDetails> {
  const info = decodeInfo(fields.get('fileInfo') ?? []);
  if (!info.ok) return info;
  const [ref, refId, field] = ['ref', 'refId', 'field'].map((name) => fields.get(name)?.at(-1) || undefined);
  if (ref === undefined && field === undefined) return ok({ info: info.value });
  if (ref === undefined || field === undefined) return err(missing(ref === undefined ? 'ref' : 'field'));
  const link = { ref, field, ...(refId !== undefined && { refId: fileNameOf(refId) }), ...target };
  return ok({ info: info.value, link });
}

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
