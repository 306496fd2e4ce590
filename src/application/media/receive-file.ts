import { failure, type Failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { fileHash, fileLabel, formatKey } from '../../domain/media/file-key.js';
import { headSize, judgeContent, type ContentType } from '../../domain/media/judge-content.js';
import { servedType } from '../../domain/media/served-types.js';
import { svgSize, type PictureSize } from '../../domain/media/svg-size.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { PlacedFile } from '../ports/file-store.js';
import type { Picture } from '../ports/image-processor.js';
import { contentStream, ContentRefused } from './content-stream.js';
import { discardFiles } from './discard-files.js';
import type { IncomingFile, MediaDependencies } from './use-cases.js';

/** A file that is written and has no record yet. */
export interface ReceivedFile extends ContentType {
  readonly name: string;
  readonly hash: string;
  readonly key: string;
  readonly placed: PlacedFile;
  readonly bytes: number;
  readonly size: PictureSize | null;
  readonly formats: readonly ReceivedFormat[];
}

export interface ReceivedFormat extends PictureSize {
  readonly name: string;
  readonly key: string;
  readonly placed: PlacedFile;
  readonly bytes: number;
}

/** Writes a file and its smaller formats, or nothing. Pictures wait in the turn of `caller`. */
export async function receiveFile(
  dependencies: MediaDependencies,
  { name, content, expected }: IncomingFile,
  caller?: string,
): Promise<Result<ReceivedFile>> {
  const { types, limits, suffix, files } = dependencies;
  const label = fileLabel(name);
  const stream = contentStream(content, { label, limit: limits.fileSize });
  try {
    const head = await stream.head(headSize);
    if (head.length === 0) return err(empty(label));
    const type = judgeContent(head, label, await types.recognise(head));
    const hash = fileHash(label, suffix());
    const key = `${hash}${type.ext}`;
    const claimed = await files.claim(key);
    if (!claimed.ok) return claimed;
    const written = await writeFile(dependencies, { key, type, expected, content: stream.all() });
    if (!written.ok) return written;
    const placed = written.value;
    const file = { ...type, name: label, hash, key, placed, bytes: stream.read(), size: null, formats: [] };
    if (type.ext === '.svg') return ok({ ...file, size: svgSize(new TextDecoder().decode(head)) });
    return await addFormats(dependencies, file, caller);
  } catch (error) {
    if (error instanceof ContentRefused) return err(error.failure);
    throw error;
  } finally {
    await stream.close();
  }
}

const empty = (label: string): Failure =>
  failure('MEDIA.REFUSED', reason('file.emptyNamed', { name: label }));

interface Writing {
  readonly key: string;
  readonly type: ContentType;
  readonly expected: number | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A file that cannot be written leaves no claim. */
async function writeFile(
  dependencies: MediaDependencies,
  { key, type, expected, content }: Writing,
): Promise<Result<PlacedFile>> {
  let written: Result<PlacedFile> | undefined;
  try {
    written = await dependencies.files.put({
      key,
      content,
      type: servedType(type.ext),
      ...(expected !== undefined && { expected }),
    });
    return written;
  } finally {
    if (written?.ok !== true) await discardFiles(dependencies, [{ key, formats: [] }]);
  }
}

/** A picture that cannot be decoded is stored like any other file. */
async function addFormats(
  dependencies: MediaDependencies,
  file: ReceivedFile,
  caller?: string,
): Promise<Result<ReceivedFile>> {
  const { files, images, log } = dependencies;
  if (!images.reads(file.mime)) return ok(file);
  const read = await readPicture(dependencies, file, caller);
  if (!read.ok) {
    await discardFiles(dependencies, [file]);
    return err({ ...read.failure, message: `${file.name}: ${read.failure.message}` });
  }
  const picture = read.value;
  if (picture === null) {
    log.debug('a picture cannot be read', { key: file.key });
    return ok(file);
  }
  const formats: ReceivedFormat[] = [];
  for (const { name, width, height, bytes } of picture.formats) {
    const key = formatKey(name, file.key);
    const written = await files.put({ key, content: chunksOf(bytes), type: servedType(file.ext) });
    if (!written.ok) {
      await discardFiles(dependencies, [{ ...file, formats: [...formats, { key }] }]);
      return written;
    }
    formats.push({ name, key, placed: written.value, width, height, bytes: bytes.length });
  }
  return ok({ ...file, size: { width: picture.width, height: picture.height }, formats });
}

async function readPicture(
  dependencies: MediaDependencies,
  file: ReceivedFile,
  caller?: string,
): Promise<Result<Picture | null>> {
  const { files, images } = dependencies;
  try {
    const stored = await files.open(file.key);
    if (stored === null) throw new Error(`${file.key} was written and is not there`);
    try {
      return await images.process(stored.read(), caller);
    } finally {
      await stored.close();
    }
  } catch (error) {
    await discardFiles(dependencies, [file]);
    throw error;
  }
}

/** Returns bytes in memory as content. */
export async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
