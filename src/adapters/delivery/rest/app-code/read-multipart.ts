import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import busboy, { type Busboy, type FileInfo } from 'busboy';
import type { Request, Response } from 'express';
import { failure, type Failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { FormFields, formLimits } from '../form-fields.js';

/** A file of a form, on disk until the answer is out. */
export interface FormFile {
  readonly filepath: string;
  readonly originalFilename: string;
  readonly newFilename: string;
  readonly mimetype: string;
  /** In bytes. */
  readonly size: number;
}

/** By the names of the form; a list where a name occurs more than once. */
export interface MultipartBody {
  readonly body: Readonly<Record<string, string | readonly string[]>>;
  readonly files: Readonly<Record<string, FormFile | readonly FormFile[]>>;
}

const maxFiles = 100;

/** Reads a multipart body. Its files are removed when the response is closed. */
export async function readMultipart(
  req: Request,
  res: Response,
  maxFileBytes: number,
): Promise<Result<MultipartBody>> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-form-'));
  let isRead = false;
  const clean = (): void => void rm(folder, { recursive: true, force: true }).catch(() => {});
  // The client may be gone while files are still being written.
  res.once('close', () => {
    if (isRead) clean();
  });
  try {
    return await new MultipartReading(req, folder, maxFileBytes).result();
  } catch (error) {
    return err(failure('INPUT.INVALID', `The form cannot be read: ${(error as Error).message}`));
  } finally {
    isRead = true;
    if (res.closed || res.destroyed) clean();
  }
}

class MultipartReading {
  private readonly fields = new FormFields();
  private readonly files = new Map<string, FormFile[]>();
  private readonly writing: Promise<void>[] = [];
  private readonly parser: Busboy;
  private refused: Failure | undefined;

  constructor(
    private readonly req: Request,
    private readonly folder: string,
    maxFileBytes: number,
  ) {
    const limits = { ...formLimits, files: maxFiles, fileSize: maxFileBytes };
    this.parser = busboy({ headers: req.headers, defParamCharset: 'utf8', limits })
      .on('field', (name, value, info) => {
        const refused = this.refused ?? this.fields.add(name, value, info);
        if (refused !== null) this.refuse(refused);
      })
      .on('file', (name, content, info) => {
        // Whatever prevents storing a file refuses the form: the file may also be cut off.
        const written = this.write(name, content, info, maxFileBytes).catch((error: unknown) => {
          this.refuse(tooLarge(`A file of the form cannot be stored: ${(error as Error).message}`));
        });
        this.writing.push(written);
      })
      .on('fieldsLimit', () => this.refuse(tooLarge('The form has too many fields')))
      .on('filesLimit', () => this.refuse(tooLarge('The form has too many files')))
      .on('partsLimit', () => this.refuse(tooLarge('The form has too many parts')));
  }

  async result(): Promise<Result<MultipartBody>> {
    const { req, parser } = this;
    req.once('close', () => {
      if (!req.complete) parser.destroy(new Error('it was cut off'));
    });
    try {
      await finished(req.pipe(parser));
    } catch (error) {
      if (this.refused === undefined) throw error;
    } finally {
      req.unpipe(parser);
      await Promise.allSettled(this.writing);
    }
    return this.refused === undefined
      ? ok({ body: singly(this.fields.byName()), files: singly(this.files) })
      : err(this.refused);
  }

  /** Ends the reading. The request itself stays open for the answer. */
  private refuse(reason: Failure): void {
    this.refused ??= reason;
    this.req.unpipe(this.parser);
    this.parser.destroy();
  }

  private async write(name: string, content: Readable, info: FileInfo, maxBytes: number): Promise<void> {
    const { filename, mimeType } = info as Partial<FileInfo>;
    // A browser sends an empty part for an input without a chosen file.
    if (filename === undefined || filename === '') return void content.resume();
    const newFilename = `${this.writing.length}`;
    const filepath = join(this.folder, newFilename);
    const file = createWriteStream(filepath, { mode: 0o600 });
    await pipeline(content, file);
    if ((content as Readable & { readonly truncated?: boolean }).truncated === true)
      return this.refuse(tooLarge(`A file of the form is larger than ${maxBytes} bytes`));
    const files = this.files.get(name) ?? [];
    this.files.set(name, files);
    files.push({
      filepath,
      originalFilename: basename(filename),
      newFilename,
      mimetype: mimeType ?? 'application/octet-stream',
      size: file.bytesWritten,
    });
  }
}

const tooLarge = (message: string): Failure => failure('MEDIA.TOO_LARGE', message);

const singly = <T>(values: ReadonlyMap<string, readonly T[]>): Readonly<Record<string, T | readonly T[]>> =>
  Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] as T) : all]));
