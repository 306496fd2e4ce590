import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Request } from 'express';
import busboy, { type Busboy, type FieldInfo } from 'busboy';
import type { Upload } from '../../../../application/media/media.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { FormFile } from '../app-code/read-multipart.js';
import { FormFields, formLimits } from '../form-fields.js';

/** A form that has been read completely. */
export interface Form {
  /** The values of each field, in the order of the form. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** The number of files that the upload has received. */
  readonly files: number;
}

/** An upload that sends nothing for this time is ended. */
const idleTimeoutMs = 60_000;

/** A form whose files code of the app has on disk. */
interface FormOnDisk {
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly files: Readonly<Record<string, FormFile | readonly FormFile[]>>;
}

const onDisk = new WeakMap<Request, FormOnDisk>();

/** Makes `readForm` take the form as code of the app has read it, and may have changed it. */
export const replaceForm = (req: Request, form: FormOnDisk): void => void onDisk.set(req, form);

/** Reads a multipart body into `upload`, one file after the other. Stops at the first failure. */
export async function readForm(req: Request, upload: Upload): Promise<Result<Form>> {
  const replaced = onDisk.get(req);
  if (replaced !== undefined) return receiveFromDisk(replaced, upload);
  let parser: Busboy;
  try {
    parser = busboy({ headers: req.headers, defParamCharset: 'utf8', limits: formLimits });
  } catch (error) {
    return err(malformed(error));
  }
  req.setTimeout(idleTimeoutMs);
  const reading = new FormReading(req, parser, upload);
  try {
    return await reading.result;
  } finally {
    req.setTimeout(0);
    req.unpipe(parser);
    parser.destroy();
    // The file that is being received fails now. It must have ended before the caller abandons the upload.
    await reading.ended();
  }
}

async function receiveFromDisk({ fields, files }: FormOnDisk, upload: Upload): Promise<Result<Form>> {
  let count = 0;
  for (const [field, given] of Object.entries(files)) {
    if (!isFilesField(field)) return err(wrongField(field));
    for (const { filepath, originalFilename: name } of [given].flat() as readonly FormFile[]) {
      const received = await upload.receive({ name, content: createReadStream(filepath) });
      if (!received.ok) return received;
      count += 1;
    }
  }
  const texts = Object.entries(fields).map(([name, value]) => [name, [value].flat()] as const);
  return ok({ fields: new Map(texts), files: count });
}

const malformed = (error: unknown) =>
  failure('INPUT.INVALID', `The form cannot be read: ${error instanceof Error ? error.message : ''}`);

class FormReading {
  readonly result: Promise<Result<Form>>;
  private readonly fields = new FormFields();
  private files = 0;
  private bytesRead = 0;
  /** Resolves when all files so far are received. */
  private receiving: Promise<void> = Promise.resolve();
  private over = false;
  private resolve: (result: Result<Form>) => void = () => {};
  private fail: (bug: unknown) => void = () => {};

  constructor(
    private readonly req: Request,
    parser: Busboy,
    private readonly upload: Upload,
  ) {
    this.result = new Promise((resolve, reject) => {
      this.resolve = (result) => {
        this.over = true;
        resolve(result);
      };
      this.fail = reject;
    });
    parser
      .on('file', (field, content, { filename }) => this.onFile(field, content, filename))
      .on('field', (name, value, info) => this.onField(name, value, info))
      .on('fieldsLimit', () => this.refuse(tooMany))
      .on('partsLimit', () => this.refuse(tooMany))
      .on('error', (error) => this.refuse(malformed(error)))
      .on('close', () => void this.receiving.then(() => this.resolve(ok(this.form()))));
    req.on('data', (chunk: Buffer) => (this.bytesRead += chunk.length));
    req.on('close', () => {
      if (!req.complete) parser.destroy(new Error('it was cut off'));
    });
    // `end: false`, because the parser would wait for ever for a file that follows the end of the form.
    req.pipe(parser, { end: false });
    req.on('end', () => parser.write(Buffer.alloc(0), () => parser.destroy()));
  }

  ended(): Promise<void> {
    return this.receiving;
  }

  private form(): Form {
    return { fields: this.fields.byName(), files: this.files };
  }

  private refuse(reason: ReturnType<typeof failure>): void {
    this.resolve(err(reason));
  }

  private onField(name: string, value: string, info: FieldInfo): void {
    if (this.over) return;
    const refused = this.fields.add(name, value, info);
    if (refused !== null) this.refuse(refused);
  }

  private onFile(field: string | undefined, content: Readable, filename: string | undefined): void {
    // The reader of the file gets the error too. Without a listener the error would end the process.
    content.on('error', () => {});
    this.receiving = this.receiving.then(() => this.receive(field, content, filename)).catch(this.fail);
  }

  private async receive(
    field: string | undefined,
    content: Readable,
    filename: string | undefined,
  ): Promise<void> {
    // A browser sends an empty part for an input without a chosen file.
    if (this.over || filename === undefined || filename === '') return void content.resume();
    if (!isFilesField(field)) return this.refuse(wrongField(field));
    const received = await this.upload.receive({ name: filename, content, expected: this.expected() });
    if (!received.ok) return this.refuse(received.failure);
    this.files += 1;
  }

  /** Returns the number of bytes that are still to come, or 0 if that is unknown. */
  private expected(): number {
    const length = Number(this.req.headers['content-length'] ?? 0);
    return Number.isSafeInteger(length) ? Math.max(length - this.bytesRead, 0) : 0;
  }
}

const tooMany = failure('MEDIA.TOO_LARGE', 'The form has too many parts');

const isFilesField = (field: string | undefined): boolean => /^files(\[\d*\])?$/.test(field ?? '');

const wrongField = (field: string | undefined) =>
  failure('INPUT.INVALID_KEY', `Invalid key ${field ?? ''}: files are sent as "files"`, {
    key: field ?? '',
    path: null,
    source: 'body',
  });
