import type * as t from 'io-ts';
import type { LimitedUseCase } from '../../../application/accounts/rate-limits.js';
import { denied, deniedWithout, type Failure } from '../../../domain/failure.js';
import { decide, mayWithAll, type Action, type Principal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import type { AdminDependencies, Call, Reply } from './call.js';

/** An action on a content-type or an area of the settings. */
export interface NeededGrant {
  readonly action: Action;
  /** A uid, or `:uid` for the content-type that the request names. */
  readonly on: string;
  /** Whether a grant with fields or filters is enough. */
  readonly isPartial?: true;
  /** Whether what the administrator has made themselves needs no grant. */
  readonly orOwn?: true;
}

/**
 * What a route needs. `everything`: all grants, as owners have them. Null: nothing, as it answers and changes what concerns the
 * administrator who asks.
 */
export type Needed = NeededGrant | 'everything' | null;

export interface QueryParameter {
  readonly name: string;
  readonly about: string;
  readonly codec: t.Mixed;
  readonly isRequired?: true;
  /** Whether it is written in brackets: `pagination[page]=1`. */
  readonly isDeep?: true;
}

/** What the OpenAPI document says of a route. */
export interface RouteDescription {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/admin/api`, with `:name` for one part. */
  readonly path: string;
  /** One line. */
  readonly summary: string;
  readonly about?: string;
  /** Parameters with other names are refused. */
  readonly query?: readonly QueryParameter[];
  /** The body in JSON. */
  readonly takes?: t.Mixed;
  /** `data` of the answer; absent: there is none, but 204. */
  readonly gives?: t.Mixed;
  /** `meta` of the answer. */
  readonly meta?: t.Mixed;
  /** Of the answer; 200 by default. */
  readonly status?: 201;
  /** Statuses that not every route has. */
  readonly also?: readonly (201 | 404 | 412 | 413 | 422 | 429 | 507)[];
  /** What the requests of one address count for; those above the limit are refused with 429. */
  readonly limit?: LimitedUseCase;
  /**
   * An answer that is not `{ data }`: a stream of events (204 where these are turned off), the OpenAPI document, or a file of
   * rows.
   */
  readonly answers?: 'events' | 'document' | 'rows';
  /** Whether the body is bytes that `run` reads itself. */
  readonly isUpload?: true;
}

export interface Route extends RouteDescription {
  readonly needs: Needed;
  /** Whether the page asks by itself, so that the request is no use of the sign-in. */
  readonly isPassive?: true;
  run(
    dependencies: AdminDependencies,
    call: Call,
  ): Promise<Result<Reply<unknown, unknown>>> | Result<Reply<unknown, unknown>>;
}

interface TypedRoute<Body, Data, Meta> extends Omit<Route, 'run' | 'takes' | 'gives' | 'meta'> {
  readonly takes?: t.Type<Body, unknown>;
  readonly gives?: t.Type<Data, unknown>;
  readonly meta?: t.Type<Meta, unknown>;
  run(
    dependencies: AdminDependencies,
    call: Call<NoInfer<Body>>,
  ): Promise<Result<Reply<NoInfer<Data>, NoInfer<Meta>>>> | Result<Reply<NoInfer<Data>, NoInfer<Meta>>>;
}

/** A route. `run` gets the decoded body, and has to answer what is described. */
export const route = <Body = undefined, Data = undefined, Meta = undefined>(
  described: TypedRoute<Body, Data, Meta>,
): Route => described;

export const allOf = (action: Action, on: string): NeededGrant => ({ action, on });
export const someOf = (action: Action, on: string): NeededGrant => ({ action, on, isPartial: true });
/** `action` on the content-type that the request names. */
export const ofType = (action: Action): NeededGrant => someOf(action, ':uid');

/**
 * Why the grants of a principal do not let a route begin; null: they do. What depends on the request is judged by its use case.
 */
export function refusalFor(principal: Principal, needs: Needed): Failure | null {
  if (needs === null) return null;
  if (needs === 'everything') return principal.grants.kind === 'all' ? null : denied;
  const { action, on: type, isPartial, orOwn } = needs;
  if (orOwn === true || type === ':uid') return null;
  if (isPartial === true)
    return decide(principal, action, type) === null ? deniedWithout({ action, type }) : null;
  return mayWithAll(principal, action, type) ? null : deniedWithout({ action, type, isWhole: true });
}
