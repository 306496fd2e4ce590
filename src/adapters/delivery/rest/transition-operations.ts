import type { Answer } from '../../../application/documents/documents.js';
import { planTransition } from '../../../application/releases/plan-transition.js';
import { failure, strayKey, strayParameter } from '../../../domain/failure.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import type { Principal } from '../../../domain/permission/permission.js';
import type { Transition } from '../../../domain/query/mutation.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { parseQueryText } from '../codec/parse-query-text.js';
import { expectedLater, expectedOfOne } from '../codec/decode-expected.js';
import { decodeTransition } from '../codec/decode-mutation.js';
import { presentRelease } from '../codec/present-release.js';
import {
  answerOne,
  withExpected,
  type Operation,
  type OperationDependencies,
} from './document-operations.js';
import { sendError, sendFailure, sendText } from './send.js';

/** The operations of `…/actions/publish` and the like. */

type Kind = Transition['kind'];
type Move<K extends Kind> = (
  principal: Principal,
  mutation: Transition & { readonly kind: K },
) => Promise<Result<Answer>>;

export function transitionOperations(dependencies: OperationDependencies): Readonly<Record<Kind, Operation>> {
  const { documents } = dependencies;
  return {
    publish: planned(
      dependencies,
      inAllLocales(
        dependencies,
        transition('publish', (...asked) => documents.publish(...asked)),
      ),
    ),
    unpublish: planned(
      dependencies,
      transition('unpublish', (...asked) => documents.unpublish(...asked)),
    ),
    discardDraft: transition('discardDraft', (...asked) => documents.discardDraft(...asked)),
  };
}

const transition = <K extends Kind>(kind: K, move: Move<K>): Operation & { readonly action: K } => ({
  action: kind,
  async run(call) {
    const mutation = decodeTransition(kind, call.type.uid, call.documentId, call.text);
    if (!mutation.ok) return sendFailure(call.res, mutation.failure);
    const expecting = withExpected(call, undefined, mutation.value);
    if (!expecting.ok) return sendFailure(call.res, expecting.failure);
    return answerOne(call, 200, await move(call.principal, expecting.value));
  },
});

/** The operation, unless the query says `locale=*`: then all locales are published together. */
const inAllLocales = <O extends Operation>({ releases }: OperationDependencies, operation: O): O => ({
  ...operation,
  async run(call) {
    const { req, res, principal, type, documentId, text } = call;
    const asked = parseQueryText(text);
    if (!asked.ok) return sendFailure(res, asked.failure);
    const { locale, ...rest } = asked.value;
    if (releases === undefined || locale !== '*' || !type.localized) return operation.run(call);
    const [stray] = Object.keys(rest);
    if (stray !== undefined) return sendFailure(res, strayParameter(stray));
    if (req.headers['if-match'] !== undefined) return sendFailure(res, expectedOfOne);
    const named = { type: type.uid, ...(documentId !== undefined && { documentId }) };
    const done = await releases.publishLocales(principal, named);
    if (!done.ok) return sendFailure(res, done.failure);
    const { documentId: id, locales } = done.value;
    sendText(res, 200, JSON.stringify({ data: { documentId: id, locales } }));
  },
});

/** The operation, unless the body says `{"data": {"at": …}}`: then it is planned as a release of this document alone. */
const planned = (
  { releases, readBody }: OperationDependencies,
  operation: Operation & { readonly action: 'publish' | 'unpublish' },
): Operation => ({
  ...operation,
  async run(call) {
    if (releases === undefined) return operation.run(call);
    const body = await readBody(call.req, call.res);
    if (!body.ok) return sendError(call.res, body.failure);
    const plan = planOf(body.value);
    if (!plan.ok) return sendFailure(call.res, plan.failure);
    const { at = null, name } = plan.value;
    if (at === null) return operation.run(call);
    const mutation = decodeTransition(operation.action, call.type.uid, call.documentId, call.text);
    if (!mutation.ok) return sendFailure(call.res, mutation.failure);
    const expecting = withExpected(call, undefined, mutation.value);
    if (!expecting.ok) return sendFailure(call.res, expecting.failure);
    if (expecting.value.expected !== undefined) return sendFailure(call.res, expectedLater);
    const made = await planTransition(releases, call.principal, mutation.value, { at, name });
    if (!made.ok) return sendFailure(call.res, made.failure);
    sendText(call.res, 202, JSON.stringify({ data: presentRelease(made.value) }));
  },
});

/** When the body says that it is done. What it says otherwise is refused: a time in another place would be ignored. */
function planOf(body: unknown): Result<{ readonly at?: unknown; readonly name?: unknown }> {
  const { data = null, ...rest } = isPlainObject(body) ? body : { data: body };
  const plan = data === null ? {} : data;
  if (!isPlainObject(plan))
    return err(failure('INPUT.INVALID', 'data must be an object', { path: null, source: 'body' }));
  const stray = [
    ...Object.keys(rest),
    ...Object.keys(plan).filter((key) => key !== 'at' && key !== 'name'),
  ][0];
  return stray === undefined ? ok(plan) : err(strayKey(stray));
}
