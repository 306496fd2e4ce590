import { defaultFieldResolver, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { ReportDenied } from '../../../../application/access/report-denied.js';
import { readAccessRule, type Scope } from '../../../../application/access/rules/access-rule.js';
import type { ActionRule, ActionRules } from '../../../../application/access/rules/action-rules.js';
import type { AppParts, Instance } from '../../../../application/app-code/app-parts.js';
import { bindMiddlewares } from '../../../../application/app-code/middlewares.js';
import { bindPolicies } from '../../../../application/access/rules/policies.js';
import type { Documents } from '../../../../application/documents/documents.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Extension, ResolverConfig } from './extension.js';
import { guardResolver, type Guard } from './guard-resolver.js';
import type { Shape } from '../shape/shape.js';
import type { ResolverContext } from './resolver-context.js';
import type { FieldRoute } from './route-policies.js';

export interface ResolverDependencies {
  /** The content-types. */
  readonly schema: Schema;
  readonly parts: AppParts;
  readonly instance: Instance;
  /** The permission that each generated root field needs: `Query.restaurants` → find of restaurants. */
  readonly scopes: ReadonlyMap<string, Scope>;
  /** The schema before it was extended. */
  readonly base: GraphQLSchema;
  readonly documents: Documents;
  readonly shape: Shape;
  /** Reports a refusal and the grant that it lacks. */
  readonly reportDenied?: ReportDenied | undefined;
  /** Absent: the policies of REST routes do not run before root fields. */
  readonly routes: RestRoutes | undefined;
}

type Field = GraphQLField<unknown, ResolverContext>;

/**
 * Puts the `auth`, middlewares and policies that extensions configure before resolvers, in this order. Changes `schema`.
 *
 * A root field that an extension adds needs a signed-in principal, unless its `auth` says otherwise. A generated root field
 * keeps its permission check if an extension replaces its resolver. The `auth` and policies of the REST route with the same
 * action also apply to it, unless the field has its own. Throws if a configuration names something that does not exist.
 */
export function applyResolversConfig(
  schema: GraphQLSchema,
  extensions: readonly Extension[],
  dependencies: ResolverDependencies,
): GraphQLSchema {
  const configs = joinConfigs(extensions);
  const replaced = replacedBy(extensions);
  for (const [path, { from }] of configs) fieldAt(schema, path, from);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()) as Field[]) {
      const path = `${type.name}.${field.name}`;
      const configured = configs.get(path);
      const state = stateOf(schema, type.name, field, replaced, dependencies);
      const isGuarded = state.rule !== undefined && saysSomething(state.rule);
      if (configured === undefined && !state.isOwn && !state.isChanged && !isGuarded) continue;
      field.resolve = guardResolver(field.resolve, guardOf(path, configured, state, dependencies));
    }
  }
  if (dependencies.routes !== undefined)
    warnOfDifferences(
      dependencies.routes,
      dependencies.scopes,
      (path) => !isUnset(configs.get(path)?.config.middlewares),
    );
  return schema;
}

const replacedBy = (extensions: readonly Extension[]): ReadonlySet<string> =>
  new Set(
    extensions.flatMap(({ resolvers }) =>
      Object.entries(resolvers).flatMap(([type, fields]) =>
        Object.keys(fields as object).map((field) => `${type}.${field}`),
      ),
    ),
  );

interface Configured {
  readonly from: string;
  readonly config: ResolverConfig;
}

function joinConfigs(extensions: readonly Extension[]): ReadonlyMap<string, Configured> {
  const joined = new Map<string, Configured>();
  for (const { name: from, resolversConfig } of extensions) {
    for (const [path, config] of Object.entries(resolversConfig)) {
      const other = joined.get(path);
      const twice = other && Object.keys(config).find((key) => key in other.config);
      if (other !== undefined && twice !== undefined)
        throw new Error(`${from}: resolversConfig ${path} has ${twice}, as ${other.from} has`);
      joined.set(path, { from, config: { ...other?.config, ...config } });
    }
  }
  return joined;
}

function fieldAt(schema: GraphQLSchema, path: string, from: string): void {
  const [typeName = '', fieldName = '', ...rest] = path.split('.');
  const type = schema.getType(typeName);
  if (!isObjectType(type))
    throw new Error(`${from}: resolversConfig ${path} names an unknown type ${typeName}`);
  if (type.getFields()[fieldName] !== undefined && rest.length === 0) return;
  const there = Object.keys(type.getFields()).join(', ');
  throw new Error(`${from}: resolversConfig ${path} names an unknown field; ${typeName} has: ${there}`);
}

/** What is known of a field beside its configuration. */
interface FieldState {
  /** Whether an extension has added it. */
  readonly isAdded: boolean;
  /** Whether its resolver is that of an extension. */
  readonly isOwn: boolean;
  readonly isChanged: boolean;
  readonly isRoot: boolean;
  /** The action of the generated field, and what the REST route of this action says. */
  readonly action: Scope | undefined;
  readonly rule: ActionRule | undefined;
}

function stateOf(
  schema: GraphQLSchema,
  typeName: string,
  field: Field,
  replaced: ReadonlySet<string>,
  { base, scopes, routes }: ResolverDependencies,
): FieldState {
  const path = `${typeName}.${field.name}`;
  const before = fieldOf(base, typeName, field.name);
  const isAdded = before === undefined;
  const isRoot = isRootType(schema, typeName);
  const action = scopes.get(path);
  return {
    isAdded,
    isOwn: isAdded || replaced.has(path),
    // Plugins of nexus wrap resolvers, and nexus can replace one.
    isChanged: isRoot && ownResolver(before ?? {}) !== ownResolver(field),
    isRoot,
    action,
    rule: action && routes?.rules.ruleOf(action.type, action.action),
  };
}

/** Every project has a router for each type. Most say nothing, and the permission is a part of the plan. */
const saysSomething = ({ access, policies }: ActionRule): boolean =>
  access !== undefined || policies.length > 0;

function guardOf(
  path: string,
  configured: Configured | undefined,
  { isAdded, isOwn, isRoot, action, rule }: FieldState,
  dependencies: ResolverDependencies,
): Guard {
  const { instance, parts, schema, reportDenied } = dependencies;
  const where = `${configured?.from ?? 'graphql extension'}: ${path}`;
  const binding = { parts, instance, where };
  const { auth, policies, middlewares } = configured?.config ?? {};
  const hasRoutePolicies = isUnset(policies) && action && rule && rule.policies.length > 0;
  return {
    isGenerated: !isOwn,
    rule: isUnset(auth) ? rule?.access : readAccessRule(auth, schema, where),
    own: action,
    signedIn: isAdded && isRoot,
    schema,
    reportDenied,
    policies: bindPolicies(policies, binding),
    route: hasRoutePolicies ? routeOf(dependencies, action, rule, !isOwn) : undefined,
    middlewares: bindMiddlewares(middlewares, binding),
  };
}

const isUnset = (configured: unknown): boolean => configured === undefined || configured === null;

const routeOf = (
  { schema, documents, shape, routes }: ResolverDependencies,
  scope: Scope,
  rule: ActionRule,
  isGenerated: boolean,
): FieldRoute => ({ schema, documents, shape, prefix: routes?.prefix ?? '', scope, rule, isGenerated });

function fieldOf(schema: GraphQLSchema, typeName: string, name: string): { resolve?: unknown } | undefined {
  const type = schema.getType(typeName);
  return isObjectType(type) ? type.getFields()[name] : undefined;
}

/** Nexus sets the default resolver on fields that have none. */
const ownResolver = ({ resolve }: { resolve?: unknown }): unknown =>
  resolve === defaultFieldResolver ? undefined : resolve;

const isRootType = (schema: GraphQLSchema, name: string): boolean =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].some(
    (type) => type?.name === name,
  );

/** The configuration of the REST routes, for actions that GraphQL has too. */
export interface RestRoutes {
  readonly rules: ActionRules;
  /** The prefix of REST paths, `/api`. */
  readonly prefix: string;
  /** Gets the warnings about root fields that differ from their routes. */
  readonly warn: (message: string) => void;
}

type Scopes = ReadonlyMap<string, Scope>;

/**
 * Warns of root fields whose REST route has middlewares, which do not run over GraphQL, or is turned off, which does not
 * turn the field off. `hasOwn`: whether the app has configured middlewares for the resolver.
 */
function warnOfDifferences(
  { rules, warn }: RestRoutes,
  scopes: Scopes,
  hasOwn: (path: string) => boolean,
): void {
  const paths = (differs: (scope: Scope, path: string) => boolean): string =>
    [...scopes].flatMap(([path, scope]) => (differs(scope, path) ? [path] : [])).join(', ');
  const unrun = paths(
    ({ type, action }, path) => (rules.ruleOf(type, action)?.middlewares.length ?? 0) > 0 && !hasOwn(path),
  );
  if (unrun !== '')
    warn(
      `the middlewares of their REST routes do not run before ${unrun}: where they guard, use policies, or give these resolvers middlewares by resolversConfig ([] for none)`,
    );
  const served = paths(({ type, action }) => rules.isHidden(type, action));
  if (served !== '')
    warn(
      `served over GraphQL, though their REST routes are left out: ${served} (see shadowCRUD, disableAction)`,
    );
}
