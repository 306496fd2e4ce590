import type { GraphQLResolveInfo } from 'graphql';
import type { Scope } from '../../../../application/access/rules/access-rule.js';
import type { ActionRule } from '../../../../application/access/rules/action-rules.js';
import { runPolicies } from '../../../../application/access/rules/policies.js';
import type { Documents } from '../../../../application/documents/documents.js';
import { contentTypeOf, type ContentType, type Schema } from '../../../../domain/schema/schema.js';
import { printQuery, queryTextOf } from '../../codec/create-koa.js';
import type { QueryTree } from '../../codec/context-parts.js';
import { createFieldContext, policyContextOf, type RequestContext } from '../../codec/request-context.js';
import { refusalSetOn } from '../../codec/thrown-refusal.js';
import type { Param, ParamRecord } from '../../codec/param.js';
import { parseQueryText } from '../../codec/parse-query-text.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import { documentIdOf } from '../read/read-fields.js';
import { filterParam, RouteFilters } from '../read/filter-param.js';
import { completeData } from '../write-fields.js';
import type { Shape } from '../shape/shape.js';
import { clientError } from '../client-error.js';
import type { ResolverContext } from './resolver-context.js';

type Args = Readonly<Record<string, unknown>>;

/** The REST route with the same action and content-type as a generated root field. */
export interface FieldRoute {
  readonly scope: Scope;
  readonly rule: ActionRule;
  readonly schema: Schema;
  readonly documents: Documents;
  readonly shape: Shape;
  /** The prefix of REST paths, `/api`. */
  readonly prefix: string;
  /** False if the app has replaced the resolver, which then accepts only GraphQL arguments. */
  readonly isGenerated: boolean;
}

const methods = { find: 'GET', findOne: 'GET', create: 'POST', update: 'PUT', delete: 'DELETE' } as const;

/**
 * Runs the policies of the REST route, with the request in the form of REST. Returns the arguments with the changes that
 * the policies made. Throws what they throw, and an error for a change that the field cannot apply.
 */
export async function askRoutePolicies(
  route: FieldRoute,
  args: Args,
  context: ResolverContext,
  info: GraphQLResolveInfo,
): Promise<Args> {
  const type = contentTypeOf(route.schema, route.scope.type);
  // Without an id the field reads nothing.
  const { documentKey } = route.shape;
  if (route.scope.action === 'findOne' && typeof args[documentKey] !== 'string') return args;
  const documentId = await documentIdOf(route, type, args);
  const text = printQuery(queryOf(route.schema, type, args));
  const data = completeData(route, type, args['data']);
  const method = methods[route.scope.action as keyof typeof methods];
  const seen = createFieldContext(context.exchange.req, {
    method,
    path: pathOf(route, type, documentId),
    text,
  });
  seen.state = { ...context.state, route: { handler: route.rule.handler, method, info: contentApi } };
  seen.params = documentId === undefined ? {} : { id: documentId };
  seen.request.body = data === undefined ? {} : { data };
  await ask(route, seen, { args, context, info, http: context.koaContext });
  const isMoved = documentId !== undefined && seen.params['id'] !== documentId;
  return {
    ...args,
    ...(isMoved && { [documentKey]: String(seen.params['id']) }),
    ...(data !== undefined && { data: (seen.request.body as { readonly data?: unknown } | undefined)?.data }),
    ...changed(route, text, queryTextOf(seen.request)),
  };
}

const contentApi = { type: 'content-api' } as const;

/** Throws what a policy throws, and the refusal that a policy has set on the context instead. */
async function ask({ rule }: FieldRoute, seen: RequestContext, more: Args): Promise<void> {
  const refused = () => refusalSetOn(seen);
  const context = policyContextOf(seen, 'graphql', more);
  if (await runPolicies(rule.policies, context, () => refused() !== null)) return;
  const { name, message, details } = refused() ?? {
    name: 'PolicyError',
    message: 'Policy Failed',
    details: {},
  };
  throw clientError(name, message, details);
}

function pathOf({ prefix }: FieldRoute, type: ContentType, documentId: string | undefined): string {
  const name = type.kind === 'singleType' ? type.singularName : type.pluralName;
  return [
    prefix,
    name,
    ...(documentId === undefined ? [] : [encodeURIComponent(documentId.toWellFormed())]),
  ].join('/');
}

/** Returns the arguments as a query of REST. */
function queryOf(schema: Schema, type: ContentType, args: Args): QueryTree {
  const { filters, sort, pagination, publicationState, status, locale, search } = args;
  const { publicationFilter, hasPublishedVersion } = args;
  return {
    ...(isAsked(filters) && { filters: filterParam(schema, type, filters as Args) }),
    ...(isAsked(sort) && !isEmpty(sort) && { sort }),
    ...(isAsked(pagination) && { pagination }),
    ...((status ?? publicationState) === 'draft' && { status: 'draft' }),
    ...(isAsked(publicationFilter) && { publicationFilter }),
    ...(typeof hasPublishedVersion === 'boolean' &&
      !isAsked(publicationFilter) && { hasPublishedVersion: String(hasPublishedVersion) }),
    ...(isAsked(locale) && { locale }),
    ...(isAsked(search) && { _q: search }),
  };
}

/** GraphQL fills in an empty list where the client sorts by nothing. */
const isEmpty = (argument: unknown): boolean => Array.isArray(argument) && argument.length === 0;

const isAsked = (argument: unknown): boolean => argument !== undefined && argument !== null;

/** Parameters of REST for which a root field has no argument. */
const unsupported = ['fields', 'populate', 'publicationFilter', 'hasPublishedVersion', 'page', 'pageSize'];

/** Returns the changes of the query by the policies, as arguments. */
function changed(route: FieldRoute, before: string, after: string): Args {
  if (before === after) return {};
  const [old, now] = [parsed(before), parsed(after)];
  const isChanged = (name: string): boolean => JSON.stringify(old[name]) !== JSON.stringify(now[name]);
  const lost = [...unsupported, ...(route.isGenerated ? [] : ['filters'])].find(isChanged);
  if (lost !== undefined || (isChanged('locale') && Array.isArray(now['locale'])))
    throw new Error(
      `a policy of ${route.rule.handler} changes ctx.query.${lost ?? 'locale'}, which has no meaning over GraphQL: ` +
        'let it look at ctx.type, or give the resolver policies of its own by resolversConfig',
    );
  return {
    ...(isChanged('filters') && { filters: filtersOf(now['filters']) }),
    ...(isChanged('sort') && { sort: now['sort'] }),
    ...(isChanged('pagination') && { pagination: now['pagination'] }),
    ...(isChanged('locale') && { locale: now['locale'] }),
    ...(isChanged('_q') && { search: now['_q'] }),
    ...(isChanged('status') && { status: now['status'], publicationState: now['status'] }),
  };
}

const filtersOf = (filters: Param | undefined): RouteFilters | undefined =>
  filters === undefined ? undefined : new RouteFilters(filters);

function parsed(text: string): ParamRecord {
  const params = parseQueryText(text);
  if (params.ok) return params.value;
  throw new ThrownFailure(params.failure);
}
