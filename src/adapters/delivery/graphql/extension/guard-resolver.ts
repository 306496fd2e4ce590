import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  GraphQLError,
} from 'graphql';
import type { TellDenied } from '../../../../application/access/tell-denied.js';
import { admit, type AccessRule, type Scope } from '../../../../application/access/rules/access-rule.js';
import { askPolicies, type BoundPolicy } from '../../../../application/access/rules/policies.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { askRoutePolicies, type FieldRoute } from './route-policies.js';
import type { ResolverContext } from './resolver-context.js';
import { readThrownError } from '../../../../application/access/rules/thrown-errors.js';
import { denied } from '../../../../domain/failure.js';
import { StatusError } from '../../codec/status-error.js';
import { ThrownFailure } from '../../codec/query-failures.js';
import { failureError } from '../client-error.js';
import { clientError } from '../client-error.js';
import { Entity } from '../read/found.js';

type Args = Readonly<Record<string, unknown>>;

type Resolver = GraphQLFieldResolver<unknown, ResolverContext, Args>;

/** What goes before a resolver. */
export interface Guard {
  /** Whether the resolver is the generated one, not one of an app. */
  readonly isGenerated: boolean;
  readonly rule: AccessRule | undefined;
  /** What the field is about, where it is generated. */
  readonly own: Scope | undefined;
  /** Whether, without a rule, only who is signed in may call it. */
  readonly signedIn: boolean;
  readonly schema: Schema;
  /** Reports a refusal and the grant that it lacks. */
  readonly tellDenied: TellDenied | undefined;
  readonly policies: readonly BoundPolicy[];
  /** The route of REST whose policies run too. */
  readonly route: FieldRoute | undefined;
  readonly middlewares: readonly ((next: Resolver, ...args: Parameters<Resolver>) => unknown)[];
}

/** A resolver behind its guard: access, then middlewares from the first to the last, then policies, then the resolver. */
export function guardResolver(resolve: Resolver = defaultFieldResolver, guard: Guard): Resolver {
  const { isGenerated, middlewares, policies, route } = guard;
  const last: Resolver = isGenerated
    ? (parent, args, context, info) => resolve(sourceOf(parent), args, context, info)
    : resolve;
  const guarded: Resolver =
    policies.length === 0 && route === undefined
      ? last
      : async (parent, args, context, info) => {
          const asked = route === undefined ? args : await askRoutePolicies(route, args, context, info);
          await askPolicies(policies, policyContext(parent, asked, context, info));
          return last(parent, asked, context, info);
        };
  const chain = middlewares.reduceRight<Resolver>(
    (next, middleware) => (parent, args, context, info) => middleware(next, parent, args, context, info),
    guarded,
  );
  return async (source, args, context, info) => {
    const principal = admitted(guard, context.principal);
    if (principal === null) {
      if (guard.own !== undefined) guard.tellDenied?.(context.principal, guard.own.action, guard.own.type);
      throw forbiddenError();
    }
    const allowed = principal === context.principal ? context : { ...context, principal };
    try {
      return await chain(seenByApps(source), args, allowed, info);
    } catch (thrown) {
      throw tellable(thrown);
    }
  };
}

function admitted({ rule, own, signedIn, schema }: Guard, principal: Principal): Principal | null {
  const isIn = principal.kind === 'user' || principal.kind === 'system' || principal.grants.kind === 'all';
  if (rule === undefined && signedIn && !isIn) return null;
  return admit(rule, principal, own, schema);
}

/** What a policy looks at: the resolver's arguments, and the HTTP request. */
const policyContext = (
  parent: unknown,
  args: Args,
  context: ResolverContext,
  info: GraphQLResolveInfo,
): object => ({
  type: 'graphql',
  is: (type: unknown) => type === 'graphql',
  parent,
  args,
  context,
  info,
  state: context.state,
  http: context.koaContext,
});

export const forbiddenError = (): GraphQLError => failureError(denied);

/** What the app's own code threw: an error for the client where it is a refusal, itself where it is a bug. */
export function tellable(thrown: unknown): unknown {
  if (thrown instanceof GraphQLError) return thrown;
  if (thrown instanceof ThrownFailure) return failureError(thrown.failure);
  const isTold = thrown instanceof StatusError && thrown.status < 500;
  const refusal = isTold ? thrown : readThrownError(thrown);
  return refusal === null ? thrown : clientError(refusal.name, refusal.message, refusal.details);
}

const sources = new WeakMap<object, Entity>();

/** What an app's code gets as the parent of a field: the attributes that were read, as a plain object. */
function seenByApps(source: unknown): unknown {
  if (!(source instanceof Entity)) return source;
  // Names with an `@` are those of aliases.
  const seen = Object.fromEntries(Object.entries(source.values).filter(([name]) => !name.startsWith('@')));
  sources.set(seen, source);
  return seen;
}

/** What a generated resolver needs as its source, where an app's code passes on what it got. */
const sourceOf = (seen: unknown): unknown =>
  (typeof seen === 'object' && seen !== null && sources.get(seen)) || seen;
