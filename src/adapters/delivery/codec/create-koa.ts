import { createRequire } from 'node:module';
import type Koa from 'koa';
import qs from 'qs';
import { isPlainObject, type PlainObject } from '../../../domain/document/plain-object.js';
import { strayParameter } from '../../../domain/failure.js';
import { heldAnswer, type HeldAnswer, type QueryTree } from './context-parts.js';
import { parseQueryText } from './parse-query-text.js';
import { ThrownFailure } from '../../../application/thrown-failure.js';
import { refusalHelpers } from './refusal-helpers.js';

/** What a request of koa keeps of its query: the text it was parsed from, and that text printed again. */
interface KeptQuery {
  readonly text: string;
  readonly tree: QueryTree;
  readonly printed: string;
}

const keptQuery = Symbol('query');
const ownBody = Symbol('body');

interface KoaRequest {
  readonly req: { readonly ip?: string; readonly protocol?: string };
  readonly ctx: { params: unknown };
  readonly protocol: string;
  readonly host: string;
  querystring: string;
  [keptQuery]?: KeptQuery;
  [ownBody]?: unknown;
}

export interface KoaOptions {
  /** Whether a trusted proxy reports host and protocol. */
  readonly isProxied: boolean;
  /** Sign cookies. */
  readonly keys?: readonly string[] | undefined;
}

/**
 * Creates the koa application whose contexts app code gets. It serves nothing: Express has the connections. Its
 * prototypes have what Strapi adds to koa: queries with brackets, `params`, `send` and a function for each error
 * status.
 */
export function createKoa({ isProxied, keys }: KoaOptions): Koa {
  const koa = new (loadKoa())({ proxy: isProxied, ...(keys !== undefined && { keys: [...keys] }) });
  Object.defineProperties(koa.request, requestMembers);
  Object.assign(koa.response, refusalHelpers);
  Object.defineProperty(koa.response, 'body', heldBody(koa.response));
  const delegates = Object.keys(refusalHelpers).map((name) => [name, delegate(name)] as const);
  Object.assign(koa.context, Object.fromEntries(delegates));
  return koa;
}

/** With the first context: a server whose app has no code around its routes makes none. */
const loadKoa = (): typeof Koa => createRequire(import.meta.url)('koa') as typeof Koa;

interface KoaResponse {
  [heldAnswer]?: HeldAnswer | undefined;
}

function heldBody(response: object): PropertyDescriptor & ThisType<KoaResponse> {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(response), 'body');
  return {
    configurable: true,
    get() {
      const held = this[heldAnswer];
      return held === undefined ? (own?.get?.call(this) as unknown) : held.body();
    },
    set(body: unknown) {
      this[heldAnswer] = undefined;
      own?.set?.call(this, body);
    },
  };
}

const delegate = (name: string) =>
  function (this: { response: Record<string, (...given: unknown[]) => unknown> }, ...given: unknown[]) {
    return this.response[name]?.(...given);
  };

const requestMembers: PropertyDescriptorMap & ThisType<KoaRequest> = {
  ip: {
    get() {
      return this.req.ip ?? '';
    },
  },
  protocol: {
    get() {
      return this.req.protocol;
    },
  },
  origin: {
    get() {
      return `${this.protocol}://${this.host}`;
    },
  },
  params: {
    get() {
      return this.ctx.params;
    },
    set(params: unknown) {
      this.ctx.params = params;
    },
  },
  body: {
    get() {
      return this[ownBody];
    },
    set(body: unknown) {
      this[ownBody] = body;
    },
  },
  query: {
    get() {
      const text = this.querystring;
      const kept = this[keptQuery];
      if (kept?.text === text) return kept.tree;
      const tree = readQuery(text);
      this[keptQuery] = { text, tree, printed: printQuery(tree) };
      return tree;
    },
    // As in Strapi, what is set goes through a query string: numbers become texts, undefined members disappear.
    set(query: QueryTree) {
      this.querystring = printQuery(query);
    },
  },
};

/**
 * Returns the query string as app code left it: as it was sent if nothing was changed, else the changed query in
 * print. Throws a `ThrownFailure` for a changed query that would read differently once printed.
 */
export function queryTextOf(request: { readonly querystring: string }): string {
  const kept = (request as KoaRequest)[keptQuery];
  if (kept === undefined || kept.text !== request.querystring) return request.querystring;
  const printed = printQuery(kept.tree);
  if (printed === kept.printed) return kept.text;
  refuseBrackets(kept.tree);
  return printed;
}

function readQuery(text: string): QueryTree {
  const params = parseQueryText(text);
  if (!params.ok) throw new ThrownFailure(params.failure);
  // A copy with ordinary prototypes, which app code expects.
  return structuredClone(params.value) as QueryTree;
}

/** Keeps empty lists: an empty list matches nothing, while a missing one would match everything. */
export const printQuery = (query: QueryTree): string =>
  qs.stringify(withPopulated(query), { strictNullHandling: true, allowEmptyArrays: true });

/** Code populates with empty objects, `{ author: { populate: {} } }`, which no text could keep: `true` means the same. */
const withPopulated = (query: QueryTree): QueryTree =>
  isPlainObject(query['populate']) ? { ...query, populate: spelled(query['populate']) } : query;

const spelled = (populate: PlainObject): QueryTree =>
  Object.fromEntries(Object.entries(populate).map(([name, value]) => [name, spell(value)]));

function spell(value: unknown): unknown {
  if (!isPlainObject(value)) return value;
  const below = Object.entries(value).map(([key, member]) => [
    key,
    (key === 'populate' || key === 'on') && isPlainObject(member) ? spelled(member) : member,
  ]);
  const made: unknown = Object.fromEntries(below);
  return printsNothing(made) ? true : made;
}

const printsNothing = (value: unknown): boolean =>
  isPlainObject(value) &&
  Object.values(value).every((member) => member === undefined || printsNothing(member));

/**
 * Refuses keys with brackets. Printed and parsed again, such a key would mean something else, for example a filter beside
 * the one that a policy set.
 */
function refuseBrackets(tree: unknown): void {
  if (typeof tree !== 'object' || tree === null) return;
  for (const [key, member] of Object.entries(tree)) {
    if (/[[\]]/.test(key)) throw new ThrownFailure(strayParameter(key));
    refuseBrackets(member);
  }
}
