import { fileType } from '../../domain/schema/built-in-uids.js';
import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type Schema } from '../../domain/schema/schema.js';

/** Attributes that only the server writes. */
const kept: ReadonlySet<string> = new Set([
  'width',
  'height',
  'formats',
  'hash',
  'ext',
  'mime',
  'size',
  'url',
  'previewUrl',
  'provider',
  'provider_metadata',
]);

export type Info = Readonly<Record<string, unknown>>;

/**
 * Reads what clients may set on a file: `name`, `alternativeText`, `caption`, `focalPoint`, and the attributes that the
 * app has added to files. Values are validated when they are written. `folder` may be present and null, as there are no
 * folders.
 */
export function readInfo(schema: Schema, info: unknown): Result<Info> {
  if (typeof info !== 'object' || info === null || Array.isArray(info))
    return err(failure('INPUT.INVALID', 'fileInfo must be an object', { key: 'fileInfo', source: 'body' }));
  const { attributes } = contentTypeOf(schema, fileType);
  const entries = Object.entries(info as Info).filter(([key, value]) => key !== 'folder' || value !== null);
  for (const [key] of entries) {
    const attribute = attributes.get(key);
    const isOpen =
      attribute !== undefined &&
      attribute.kind !== 'relation' &&
      !attribute.private &&
      !(attribute.kind === 'scalar' && attribute.system) &&
      !kept.has(key);
    if (!isOpen)
      return err(
        failure('INPUT.INVALID_KEY', `Invalid key ${key} at fileInfo`, {
          key,
          path: 'fileInfo',
          source: 'body',
        }),
      );
  }
  // With an empty name the file keeps its name.
  return ok(
    Object.fromEntries(entries.filter(([key, value]) => key !== 'name' || (value !== '' && value !== null))),
  );
}
