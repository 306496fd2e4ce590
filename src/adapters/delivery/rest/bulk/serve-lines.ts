import { isUtf8 } from 'node:buffer';
import type { Request, Response } from 'express';
import type { Bulk, BulkDone, BulkOperation, BulkStream } from '../../../../application/bulk/run-bulk.js';
import { mostTogether } from '../../../../application/documents/write-all.js';
import { judgedNowAndThen } from '../../../../application/whole-lists/whole-lists.js';
import { nameGivenBy } from '../../../../application/bulk/bulk-operation.js';
import { createPauses } from '../../../../application/stores/in-turns.js';
import { isPlainObject, own } from '../../../../domain/document/plain-object.js';
import { failure } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { failureResponse } from '../failure-response.js';
import type { RestOptions } from '../options.js';
import { sendFailure } from '../send.js';
import { decodeOperation, type Decoded, type TypeNamed, type Use } from './decode-bulk.js';
import { beginLines, writeLines } from './lines.js';

/** Who sends a request, with the grants of now. */
export interface Sender {
  readonly caller: Principal;
  /** Refuses what may not be done at all. */
  readonly admit: (uses: readonly Use[]) => Promise<Result<null>>;
}

interface LinesCall {
  readonly req: Request;
  readonly res: Response;
  readonly sender: Sender;
  /** Says anew who sends the request. */
  readonly judge: () => Promise<Result<Sender>>;
  readonly typeNamed: TypeNamed;
  readonly options: Pick<RestOptions, 'maxBodyBytes'>;
}

/**
 * Runs an operation for each line of the body, and answers each with a line, while the body still comes: lines that have come
 * together may be performed together. A line may be as long as a body of JSON. The sender is judged again meanwhile.
 */
export async function serveLines(bulk: Bulk, call: LinesCall): Promise<void> {
  const { req, res, sender } = call;
  if (req.headers['content-encoding'] !== undefined) return sendFailure(res, encoded);
  const stream = await bulk.begin(sender.caller);
  if (!stream.ok) return sendFailure(res, stream.failure);
  try {
    beginLines(res);
    const isRead = await answerEach(stream.value, call);
    if (isRead) res.end();
  } catch (error) {
    // Reading the body of a client that is gone fails.
    if (!req.destroyed && !res.destroyed) throw error;
  } finally {
    stream.value.end();
  }
  // The connection goes on with the next request when the rest of the body is gone.
  req.resume();
}

/** Returns false if the client is gone. */
async function answerEach(stream: BulkStream, call: LinesCall): Promise<boolean> {
  const { req, res, typeNamed, options } = call;
  const pause = createPauses();
  const judged = judgedNowAndThen(call.sender, call.judge);
  for await (const lines of linesOf(req.iterator({ destroyOnReturn: false }), options.maxBodyBytes)) {
    await pause();
    for (const part of partsOf(lines, typeNamed)) {
      await pause();
      const sender = await judged();
      if (!sender.ok) return writeLines(res, [presentedOne(sender)]);
      if (!part.ok) stream.forget(part.as);
      const results = part.ok ? await runPart(stream, sender.value, part.value) : [part];
      if (!(await writeLines(res, results.map(presentedOne)))) return false;
    }
    if (lines.at(-1) === null) return writeLines(res, [presentedOne(tooLong(options.maxBodyBytes))]);
  }
  return true;
}

/**
 * Divides lines into operations that may be performed together, and refusals. What matches a filter is many documents, so that
 * the sender is judged before and after it.
 */
function* partsOf(lines: readonly Line[], typeNamed: TypeNamed): Generator<OfLine<readonly Decoded[]>> {
  let part: Decoded[] = [];
  for (const line of lines) {
    if (line === null || line.trim() === '') continue;
    const decoded = decodeLine(line, typeNamed);
    const isAlone = !decoded.ok || 'where' in decoded.value.operation || part.length === mostTogether;
    if (isAlone && part.length > 0) {
      yield ok(part);
      part = [];
    }
    if (!decoded.ok) yield decoded;
    else if ('where' in decoded.value.operation) yield ok([decoded.value]);
    else part.push(decoded.value);
  }
  if (part.length > 0) yield ok(part);
}

async function runPart(
  stream: BulkStream,
  { caller, admit }: Sender,
  part: readonly Decoded[],
): Promise<readonly Result<BulkDone>[]> {
  const results: Result<BulkDone>[] = [];
  let admitted: BulkOperation[] = [];
  for (const { uses, operation } of part) {
    const use = await admit(uses);
    if (use.ok) {
      admitted.push(operation);
      continue;
    }
    results.push(...(await stream.run(caller, admitted)), use);
    stream.forget(nameGivenBy(operation));
    admitted = [];
  }
  return [...results, ...(await stream.run(caller, admitted))];
}

const encoded = failure('INPUT.INVALID', 'Lines cannot have a Content-Encoding');

const tooLong = (bytes: number): Result<never> =>
  err(failure('INPUT.INVALID', `A line has more than ${bytes} bytes: what follows is not read`));

/** With the name that a refused line would have given. */
type OfLine<T> = Result<T> & { readonly as?: unknown };

function decodeLine(line: string, typeNamed: TypeNamed): OfLine<Decoded> {
  try {
    const operation: unknown = JSON.parse(line);
    const decoded = decodeOperation(operation, typeNamed);
    return decoded.ok || !isPlainObject(operation) ? decoded : { ...decoded, as: own(operation, 'as') };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return err(failure('INPUT.INVALID', 'A line must be one operation as JSON in UTF-8'));
  }
}

/** Null: it is too long. */
type Line = string | null;

/** Bytes that are no UTF-8 are a line that is no JSON. */
const lineOf = (bytes: Buffer): string => (isUtf8(bytes) ? bytes.toString() : '\ufffd');

/** The lines of a text in UTF-8, those together that end in the same chunk; null, and the end, where one is too long. */
async function* linesOf(chunks: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<readonly Line[]> {
  let begun: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let from = 0;
    for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
      if (size + to - from > mostBytes) return yield [...lines, null];
      // A chunk can have ten thousands of lines.
      if (size > 0) lines.push(lineOf(Buffer.concat([...begun, chunk.subarray(from, to)])));
      else if (to > from) lines.push(lineOf(chunk.subarray(from, to)));
      if (size > 0) [begun, size] = [[], 0];
      from = to + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > mostBytes) return yield [...lines, null];
    if (lines.length > 0) yield lines;
  }
  if (size > 0) yield [lineOf(Buffer.concat(begun))];
}

/** What is answered for one operation. */
export function presentedOne(result: Result<BulkDone>): object {
  if (result.ok) return result.value;
  const { status, name, message, details = {} } = failureResponse(result.failure);
  return { error: { status, name, message, details } };
}
