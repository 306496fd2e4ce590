import type { AppAction } from '../../../../application/app-code/controllers.js';
import type { RequestContext } from '../../codec/request-context.js';

/** Runs functions as koa does: each calls the next one. Returns what the first returns. */
export async function runInTurn(functions: readonly AppAction[], context: RequestContext): Promise<unknown> {
  const [first, ...rest] = functions;
  if (first === undefined) return undefined;
  let isCalled = false;
  return first(context as never, () => {
    if (isCalled) return Promise.reject(new Error('next() called multiple times'));
    isCalled = true;
    return runInTurn(rest, context);
  });
}
