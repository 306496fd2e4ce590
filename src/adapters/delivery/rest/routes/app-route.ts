import type { ActionRule } from '../../../../application/access/rules/action-rules.js';
import type { LimitedUseCase } from '../../../../application/accounts/rate-limits.js';
import type { Action } from '../../../../domain/permission/permission.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import type { RequestContext } from '../../codec/request-context.js';
import type { DeclaredRoute, RouteConfig } from './read-router.js';
import type { RouteAuth } from './route-auth.js';
import type { Placed } from './route-table.js';

type RouteMiddleware = (context: RequestContext, next: () => Promise<unknown>) => unknown;

/** A route of the app, with everything that runs for it. */
export interface AppRoute extends ActionRule, Placed {
  readonly auth: RouteAuth;
  readonly config: RouteConfig;
  readonly middlewares: readonly RouteMiddleware[];
  readonly target: DeclaredRoute['handler'];
  /** Present if the handler is an action that the server itself has for content-types. */
  readonly core?: { readonly type: ContentType; readonly action: Action };
  /** For `ctx.state.route`. */
  readonly api: string;
  /** Whether its path is the whole path, without the prefix of REST. */
  readonly isAtRoot: boolean;
  /** `server`: the server's own routes answer, as if it was not declared; `nobody`: the route does not exist any more. */
  readonly servedBy: 'code' | 'server' | 'nobody';
  /** Whether it is a route of the server that an extension leaves as it is. */
  readonly isUnchanged: boolean;
  /** What requests of the route are counted for. */
  readonly limit?: LimitedUseCase | undefined;
}
