import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  GraphQLError,
} from 'graphql';
import type { ReportDenied } from '../../../../application/access/report-denied.js';
import {
  admit,
  lackedScope,
  type AccessRule,
  type Scope,
} from '../../../../application/access/rules/access-rule.js';
import { runPolicies, type BoundPolicy } from '../../../../application/access/rules/policies.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { askRoutePolicies, type FieldRoute } from './route-policies.js';
import type { ResolverContext } from './resolver-context.js';
import { denied } from '../../../../domain/failure.js';
import { thrownRefusal } from '../../codec/thrown-refusal.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { failureError } from '../client-error.js';
import { clientError } from '../client-error.js';
import { Entity } from '../read/found.js';

type Args = Readonly<Record<string, unknown>>;

type Resolver = GraphQLFieldResolver<unknown, ResolverContext, Args>;

/** Everything that runs before a resolver. */
export interface Guard {
  /** Whether the resolver is generated, not one of the app. */
  readonly isGenerated: boolean;
  readonly rule: AccessRule | undefined;
  /** The action and content-type of a generated root field. */
  readonly own: Scope | undefined;
  /** Whether the field needs a signed-in principal if it has no rule. */
  readonly signedIn: boolean;
  readonly schema: Schema;
  /** Reports a refusal and the grant that it lacks. */
  readonly reportDenied: ReportDenied | undefined;
  readonly policies: readonly BoundPolicy[];
  /** The REST route whose policies run too. */
  readonly route: FieldRoute | undefined;
  readonly middlewares: readonly ((next: Resolver, ...args: Parameters<Resolver>) => unknown)[];
}

/** Returns a resolver that runs, in this order: the access check, the middlewares, the policies, `resolve`. */
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
          await runPolicies(policies, policyContext(parent, asked, context, info));
          return last(parent, asked, context, info);
        };
  const chain = middlewares.reduceRight<Resolver>(
    (next, middleware) => (parent, args, context, info) => middleware(next, parent, args, context, info),
    guarded,
  );
  return async (source, args, context, info) => {
    const principal = admittedBy(guard, context.principal);
    if (principal === null) {
      const scope = lackedScope(context.principal, scopesOf(guard));
      if (scope !== undefined) guard.reportDenied?.(context.principal, scope.action, scope.type);
      throw forbiddenError();
    }
    const allowed = principal === context.principal ? context : { ...context, principal };
    try {
      return await chain(plainSource(source), args, allowed, info);
    } catch (thrown) {
      throw clientErrorOf(thrown);
    }
  };
}

function scopesOf({ rule, own }: Guard): readonly Scope[] {
  if (rule?.kind === 'scopes') return rule.scopes;
  return own === undefined ? [] : [own];
}

function admittedBy({ rule, own, signedIn, schema }: Guard, principal: Principal): Principal | null {
  const isIn = principal.kind === 'user' || principal.kind === 'system' || principal.grants.kind === 'all';
  if (rule === undefined && signedIn && !isIn) return null;
  return admit(rule, principal, own, schema);
}

/** Returns the context of a policy: the arguments of the resolver and the HTTP request. */
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

/** Returns the error for the client if app code has thrown a refusal; returns a bug unchanged. */
export function clientErrorOf(thrown: unknown): unknown {
  if (thrown instanceof GraphQLError) return thrown;
  if (thrown instanceof ThrownFailure) return failureError(thrown.failure);
  const refusal = thrownRefusal(thrown);
  return refusal === null ? thrown : clientError(refusal.name, refusal.message, refusal.details);
}

const sources = new WeakMap<object, Entity>();

/** Returns the parent of a field for app code: the attributes that were read, as a plain object. */
function plainSource(source: unknown): unknown {
  if (!(source instanceof Entity)) return source;
  // Names with an `@` belong to aliases.
  const seen = Object.fromEntries(Object.entries(source.values).filter(([name]) => !name.startsWith('@')));
  sources.set(seen, source);
  return seen;
}

/** Returns the source that a generated resolver needs, if app code passes on the plain object. */
const sourceOf = (seen: unknown): unknown =>
  (typeof seen === 'object' && seen !== null && sources.get(seen)) || seen;
