import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy, { type FileInfo } from 'busboy';
import type { Request, Response } from 'express';
import { failure, type Failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';

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

const limits = {
  fieldNameSize: 100,
  fieldSize: 1024 * 1024,
  fields: 200,
  files: 100,
  parts: 1500,
  headerPairs: 50,
};

/** Reads a multipart body. Its files are removed when the response is closed. */
export async function readMultipart(
  req: Request,
  res: Response,
  maxFileBytes: number,
): Promise<Result<MultipartBody>> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-form-'));
  const reading = new MultipartReading(req, folder, maxFileBytes);
  let isRead = false;
  const clean = (): void => void rm(folder, { recursive: true, force: true }).catch(() => {});
  // The client may be gone while files are still being written.
  res.once('close', () => {
    if (isRead) clean();
  });
  try {
    return await reading.result();
  } catch (error) {
    return err(failure('INPUT.INVALID', `The form cannot be read: ${(error as Error).message}`));
  } finally {
    isRead = true;
    if (res.closed || res.destroyed) clean();
  }
}

class MultipartReading {
  private readonly fields = new Collected<string>();
  private readonly files = new Collected<FormFile>();
  private readonly writing: Promise<void>[] = [];
  private refused: Failure | undefined;

  constructor(
    private readonly req: Request,
    private readonly folder: string,
    private readonly maxFileBytes: number,
  ) {}

  async result(): Promise<Result<MultipartBody>> {
    const parser = busboy({
      headers: this.req.headers,
      defParamCharset: 'utf8',
      limits: { ...limits, fileSize: this.maxFileBytes },
    });
    parser
      .on('field', (name, value, { nameTruncated, valueTruncated }) => {
        if (nameTruncated || valueTruncated) this.refuse('A field of the form is too long');
        else this.fields.add(name, value);
      })
      .on('file', (name, content, info) => {
        // Whatever prevents storing a file refuses the form: the file may also be cut off.
        const written = this.write(name, content, info).catch((error: unknown) => {
          this.refuse(`A file of the form cannot be stored: ${(error as Error).message}`);
        });
        this.writing.push(written);
      })
      .on('fieldsLimit', () => this.refuse('The form has too many fields'))
      .on('filesLimit', () => this.refuse('The form has too many files'))
      .on('partsLimit', () => this.refuse('The form has too many parts'));
    try {
      await pipeline(this.req, parser);
    } finally {
      await Promise.allSettled(this.writing);
    }
    return this.refused === undefined
      ? ok({ body: this.fields.byName(), files: this.files.byName() })
      : err(this.refused);
  }

  private refuse(message: string): void {
    this.refused ??= failure('MEDIA.TOO_LARGE', message);
  }

  private async write(name: string, content: Readable, info: FileInfo): Promise<void> {
    const { filename, mimeType } = info as Partial<FileInfo>;
    // A browser sends an empty part for an input without a chosen file.
    if (filename === undefined || filename === '') return void content.resume();
    const newFilename = `${this.writing.length}`;
    const filepath = join(this.folder, newFilename);
    const file = createWriteStream(filepath, { mode: 0o600 });
    await pipeline(content, file);
    if ((content as Readable & { readonly truncated?: boolean }).truncated === true)
      return this.refuse(`A file of the form is larger than ${this.maxFileBytes} bytes`);
    this.files.add(name, {
      filepath,
      originalFilename: basename(filename),
      newFilename,
      mimetype: mimeType ?? 'application/octet-stream',
      size: file.bytesWritten,
    });
  }
}

class Collected<T> {
  private readonly values = new Map<string, T[]>();

  add(name: string, value: T): void {
    const known = this.values.get(name);
    if (known === undefined) this.values.set(name, [value]);
    else known.push(value);
  }

  byName(): Readonly<Record<string, T | readonly T[]>> {
    return Object.fromEntries(
      [...this.values].map(([name, values]) => [name, values.length === 1 ? (values[0] as T) : values]),
    );
  }
}
