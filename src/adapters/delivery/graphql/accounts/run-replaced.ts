import type { AppAction } from '../../../../application/app-code/controllers.js';
import { printQuery } from '../../codec/create-koa.js';
import { createFieldContext, requestStorage } from '../../codec/request-context.js';
import { refusalSetOn } from '../../codec/thrown-refusal.js';
import { clientError } from '../client-error.js';
import { clientErrorOf } from '../extension/guard-resolver.js';
import type { ResolverContext } from '../extension/resolver-context.js';

/** Runs an action of the app with the arguments of a field. Returns the body of its answer. */
export type RunReplaced = (
  args: Readonly<Record<string, string>>,
  context: ResolverContext,
) => Promise<unknown>;

/**
 * Runs an action that an extension has put in place of one of the server, with the request as REST would have it: the
 * arguments are its body and its query. What the action refuses is the error of the field.
 */
export const runReplaced =
  (action: AppAction): RunReplaced =>
  async (args, { state, exchange }) => {
    const seen = createFieldContext(exchange.req, {
      method: 'POST',
      path: '/graphql',
      text: printQuery(args),
    });
    seen.state = { ...state };
    seen.request.body = { ...args };
    let value: unknown;
    try {
      value = await requestStorage.run(seen, async () => action(seen as never));
    } catch (thrown) {
      throw clientErrorOf(thrown);
    }
    if (seen.body === undefined && value !== undefined && value !== null) seen.body = value;
    const refused = refusalSetOn(seen);
    if (refused !== null) throw clientError(refused.name, refused.message, refused.details);
    return seen.body;
  };
