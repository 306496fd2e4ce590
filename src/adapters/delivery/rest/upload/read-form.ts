import type { Readable } from 'node:stream';
import type { Request } from 'express';
import busboy, { type Busboy } from 'busboy';
import type { Upload } from '../../../../application/media/media.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';

/** A form that was read to its end. */
export interface Form {
  /** In the order in which they came. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** How many files went into the upload. */
  readonly files: number;
}

const limits = {
  fieldNameSize: 100,
  fieldSize: 1024 * 1024,
  fields: 200,
  // The upload itself counts files; this keeps a form of nothing else from being read for ever.
  parts: 1500,
  headerPairs: 50,
};

/** An upload from which nothing comes for that long is cut off. */
const idleTimeoutMs = 60_000;

/** Reads a multipart body into `upload`, one file after the other. The first failure ends the reading. */
export async function readForm(req: Request, upload: Upload): Promise<Result<Form>> {
  let parser: Busboy;
  try {
    parser = busboy({ headers: req.headers, defParamCharset: 'utf8', limits });
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
    // What is still being taken in ends now, and has to have ended before the upload is given up.
    await reading.ended();
  }
}

const malformed = (error: unknown) =>
  failure('INPUT.INVALID', `The form cannot be read: ${error instanceof Error ? error.message : ''}`);

class FormReading {
  readonly result: Promise<Result<Form>>;
  private readonly fields = new Map<string, string[]>();
  private files = 0;
  private read = 0;
  /** Ends when all files so far are taken in. */
  private taking: Promise<void> = Promise.resolve();
  private over = false;
  private settle: (result: Result<Form>) => void = () => {};
  private fail: (bug: unknown) => void = () => {};

  constructor(
    private readonly req: Request,
    parser: Busboy,
    private readonly upload: Upload,
  ) {
    this.result = new Promise((resolve, reject) => {
      this.settle = (result) => {
        this.over = true;
        resolve(result);
      };
      this.fail = reject;
    });
    parser
      .on('file', (field, content, { filename }) => this.onFile(field, content, filename))
      .on('field', (name, value, { nameTruncated, valueTruncated }) =>
        nameTruncated || valueTruncated ? this.refuse(tooLong) : this.onField(name, value),
      )
      .on('fieldsLimit', () => this.refuse(tooMany))
      .on('partsLimit', () => this.refuse(tooMany))
      .on('error', (error) => this.refuse(malformed(error)))
      .on('close', () => void this.taking.then(() => this.settle(ok(this.form()))));
    req.on('data', (chunk: Buffer) => (this.read += chunk.length));
    req.on('close', () => {
      if (!req.complete) parser.destroy(new Error('it was cut off'));
    });
    // Not by the end of what it reads: the parser would wait for ever for a file that a form has after its own end.
    req.pipe(parser, { end: false });
    req.on('end', () => parser.write(Buffer.alloc(0), () => parser.destroy()));
  }

  ended(): Promise<void> {
    return this.taking;
  }

  private form(): Form {
    return { fields: this.fields, files: this.files };
  }

  private refuse(reason: ReturnType<typeof failure>): void {
    this.settle(err(reason));
  }

  private onField(name: string, value: string): void {
    const values = this.fields.get(name);
    if (values === undefined) this.fields.set(name, [value]);
    else values.push(value);
  }

  private onFile(field: string | undefined, content: Readable, filename: string | undefined): void {
    // Its reader hears of it too; without a listener it would end the process.
    content.on('error', () => {});
    this.taking = this.taking.then(() => this.take(field, content, filename)).catch(this.fail);
  }

  private async take(
    field: string | undefined,
    content: Readable,
    filename: string | undefined,
  ): Promise<void> {
    // What a browser sends of an input where nothing was chosen.
    if (this.over || filename === undefined || filename === '') return void content.resume();
    if (!isFilesField(field)) return this.refuse(wrongField(field));
    const taken = await this.upload.receive({ name: filename, content, expected: this.expected() });
    if (!taken.ok) return this.refuse(taken.failure);
    this.files += 1;
  }

  /** What is still to come. */
  private expected(): number {
    const length = Number(this.req.headers['content-length'] ?? 0);
    return Number.isSafeInteger(length) ? Math.max(length - this.read, 0) : 0;
  }
}

const tooLong = failure('MEDIA.TOO_LARGE', 'A field of the form is too long');
const tooMany = failure('MEDIA.TOO_LARGE', 'The form has too many parts');

const isFilesField = (field: string | undefined): boolean => /^files(\[\d*\])?$/.test(field ?? '');

const wrongField = (field: string | undefined) =>
  failure('INPUT.INVALID_KEY', `Invalid key ${field ?? ''}: files are sent as "files"`, {
    key: field ?? '',
    path: null,
    source: 'body',
  });
