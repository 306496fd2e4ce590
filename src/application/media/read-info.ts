import { fileType, folderType } from '../../domain/schema/built-in-uids.js';
import { denied, failure } from '../../domain/failure.js';
import { focalPointOf } from '../../domain/media/focal-point.js';
import { reason } from '../../domain/reason/reason.js';
import { mayWithAll, type Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type Schema } from '../../domain/schema/schema.js';
import { folderNamed, readFolders } from './folders.js';
import type { MediaDependencies } from './use-cases.js';

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

const noFocalPoint = failure('INPUT.INVALID', reason('file.focalPoint'), {
  key: 'focalPoint',
  source: 'body',
});

const noName = failure('INPUT.INVALID', reason('file.blankName'), { key: 'name', source: 'body' });

export type Info = Readonly<Record<string, unknown>>;

/** Reads what `principal` sets on a file. Naming a folder needs the permission to find folders. */
export async function readInfoOf(
  { schema, documents }: Pick<MediaDependencies, 'schema' | 'documents'>,
  principal: Principal,
  info: unknown,
): Promise<Result<Info>> {
  const read = readInfo(schema, info);
  const given = read.ok ? read.value['folder'] : undefined;
  if (!read.ok || given === undefined) return read;
  const { folder: _given, ...rest } = read.value;
  if (!mayWithAll(principal, 'find', folderType)) return given === null ? ok(rest) : err(denied);
  const tree = await readFolders(documents);
  if (!tree.ok) return tree;
  const folder = folderNamed(tree.value, given);
  return folder.ok ? ok({ ...rest, folder: folder.value }) : folder;
}

/** Nobody sees a name of spaces. */
const isBlank = (name: unknown): boolean => typeof name === 'string' && name !== '' && name.trim() === '';

/**
 * Reads what clients may set on a file: `name`, `alternativeText`, `caption`, `focalPoint`, `folder`, and the attributes that
 * the app has added to files. Other values than the focal point are validated when they are written.
 */
function readInfo(schema: Schema, info: unknown): Result<Info> {
  if (typeof info !== 'object' || info === null || Array.isArray(info))
    return err(failure('INPUT.INVALID', 'fileInfo must be an object', { key: 'fileInfo', source: 'body' }));
  const { attributes } = contentTypeOf(schema, fileType);
  const entries = Object.entries(info as Info);
  for (const [key, value] of entries) {
    if (key === 'folder') continue;
    if (key === 'focalPoint' && value != null && focalPointOf(value) === null) return err(noFocalPoint);
    if (key === 'name' && isBlank(value)) return err(noName);
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
