import { clientEntry } from '../../../../application/history/entries-of.js';
import type {
  AskedHistory,
  HistoryService,
  Restored,
} from '../../../../application/history/history-service.js';
import { ok, type Result } from '../../../../domain/result.js';
import { decodeAskedHistory } from '../../codec/decode-asked-history.js';
import { decodeSelection, decodeVersion } from '../../codec/decode-query.js';
import { decodePagination, pagingText, rangeOf } from '../../codec/pagination.js';
import type { ParamRecord } from '../../codec/param.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import type { Call, Operation } from '../document-operations.js';
import type { RestOptions } from '../options.js';
import { sendFailure, sendText } from '../send.js';

/** The part of a path after `…/history`. */
export interface HistoryPath {
  readonly entry: string | undefined;
  /** In `…/:entry/diff/:other`. */
  readonly other: string | undefined;
  /** `restore` in `…/:entry/actions/restore`. */
  readonly action: string | undefined;
}

interface HistoryDelivery {
  readonly history: HistoryService;
  readonly options: RestOptions;
}

/** Returns the operations of a path by method; undefined if there is no such path. */
export function historyOperations(
  delivery: HistoryDelivery,
  { entry, other, action }: HistoryPath,
): Readonly<Record<string, Operation>> | undefined {
  if (entry === undefined) return reading((call) => list(delivery, call));
  if (other !== undefined) return reading((call) => diff(delivery, call, entry, other));
  if (action === undefined) return reading((call) => find(delivery, call, entry));
  if (action.toLowerCase() !== 'restore') return undefined;
  return { POST: { action: 'history', run: (call) => restore(delivery, call, entry) } };
}

function reading(run: Operation['run']): Readonly<Record<string, Operation>> {
  const operation: Operation = { action: 'history', run };
  return { HEAD: operation, GET: operation };
}

interface Asked {
  readonly asked: AskedHistory;
  readonly params: ParamRecord;
}

function decodeAsked({ type, documentId, text }: Call): Result<Asked> {
  const params = parseQueryText(text);
  if (!params.ok) return params;
  const version = decodeVersion(params.value);
  if (!version.ok) return version;
  const asked = decodeAskedHistory(type, documentId, version.value.locale);
  return asked.ok ? ok({ asked: asked.value, params: params.value }) : asked;
}

async function list({ history, options }: HistoryDelivery, call: Call): Promise<void> {
  const decoded = decodeAsked(call);
  if (!decoded.ok) return sendFailure(call.res, decoded.failure);
  const paging = decodePagination(decoded.value.params, options);
  if (!paging.ok) return sendFailure(call.res, paging.failure);
  const { offset, limit } = rangeOf(paging.value);
  const range = { offset, limit: limit ?? options.maxLimit };
  const found = await history.list(call.principal, decoded.value.asked, range);
  if (!found.ok) return sendFailure(call.res, found.failure);
  const { entries, total } = found.value;
  const pagination = pagingText(paging.value, { total });
  const data = JSON.stringify(entries.map(clientEntry));
  sendText(call.res, 200, `{"data":${data},"meta":{"pagination":${pagination}}}`);
}

async function find({ history }: HistoryDelivery, call: Call, entry: string): Promise<void> {
  const decoded = decodeAsked(call);
  const found = decoded.ok ? await history.find(call.principal, decoded.value.asked, entry) : decoded;
  if (!found.ok) return sendFailure(call.res, found.failure);
  sendText(call.res, 200, JSON.stringify({ data: clientEntry(found.value), meta: {} }));
}

async function diff({ history }: HistoryDelivery, call: Call, entry: string, other: string): Promise<void> {
  const decoded = decodeAsked(call);
  const found = decoded.ok ? await history.diff(call.principal, decoded.value.asked, entry, other) : decoded;
  if (!found.ok) return sendFailure(call.res, found.failure);
  sendText(call.res, 200, JSON.stringify({ data: found.value, meta: { from: entry, to: other } }));
}

async function restore({ history }: HistoryDelivery, call: Call, entry: string): Promise<void> {
  const decoded = decodeAsked(call);
  if (!decoded.ok) return sendFailure(call.res, decoded.failure);
  const selection = decodeSelection(decoded.value.params, false);
  if (!selection.ok) return sendFailure(call.res, selection.failure);
  const restored = await history.restore(call.principal, decoded.value.asked, entry, selection.value);
  if (!restored.ok) return sendFailure(call.res, restored.failure);
  const { answer, ...meta }: Restored = restored.value;
  const document = answer.answer.text().slice(1, -1);
  sendText(call.res, meta.created ? 201 : 200, `{"data":${document},"meta":${JSON.stringify(meta)}}`);
}
