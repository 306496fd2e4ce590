import type { Request, Response } from 'express';
import type { Bulk, BulkDone, BulkStream } from '../../../../application/bulk/run-bulk.js';
import { createPauses } from '../../../../application/stores/in-turns.js';
import { failure } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { err, type Result } from '../../../../domain/result.js';
import { failureResponse } from '../failure-response.js';
import type { RestOptions } from '../options.js';
import { sendFailure } from '../send.js';
import { decodeOperation, type Decoded, type TypeNamed, type Use } from './decode-bulk.js';
import { beginLines, judgedNowAndThen, writeLines } from './lines.js';

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
 * Runs an operation for each line of the body, and answers each with a line, while the body still comes. A line may be as long as a
 * body of JSON. The sender is judged again meanwhile.
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
  for await (const line of linesOf(req.iterator({ destroyOnReturn: false }), options.maxBodyBytes)) {
    await pause();
    const sender = await judged();
    if (!sender.ok) return writeLines(res, [presentedOne(sender)]);
    if (line === null) return writeLines(res, [presentedOne(tooLong(options.maxBodyBytes))]);
    if (line.trim() === '') continue;
    const result = await runLine(stream, sender.value, decodeLine(line, typeNamed));
    if (!(await writeLines(res, [presentedOne(result)]))) return false;
  }
  return true;
}

async function runLine(
  stream: BulkStream,
  { caller, admit }: Sender,
  decoded: Result<Decoded>,
): Promise<Result<BulkDone>> {
  if (!decoded.ok) return decoded;
  const admitted = await admit(decoded.value.uses);
  return admitted.ok ? stream.run(caller, decoded.value.operation) : admitted;
}

const encoded = failure('INPUT.INVALID', 'Lines cannot have a Content-Encoding');

const tooLong = (bytes: number): Result<never> =>
  err(failure('INPUT.INVALID', `A line has more than ${bytes} bytes: what follows is not read`));

function decodeLine(line: string, typeNamed: TypeNamed): Result<Decoded> {
  try {
    return decodeOperation(JSON.parse(line), typeNamed);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return err(failure('INPUT.INVALID', 'A line must be one operation as JSON'));
  }
}

/** The lines of a text in UTF-8; null, and the end, where one is too long. */
async function* linesOf(chunks: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<string | null> {
  let begun: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
      if (size + to - from > mostBytes) return yield null;
      yield Buffer.concat([...begun, chunk.subarray(from, to)]).toString();
      [begun, size, from] = [[], 0, to + 1];
    }
    begun.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > mostBytes) return yield null;
  }
  if (size > 0) yield Buffer.concat(begun).toString();
}

/** What is answered for one operation. */
export function presentedOne(result: Result<BulkDone>): object {
  if (result.ok) return result.value;
  const { status, name, message, details = {} } = failureResponse(result.failure);
  return { error: { status, name, message, details } };
}
