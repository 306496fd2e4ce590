import type { Request, Response } from 'express';
import type { Documents } from '../../../../../src/application/documents/documents.js';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { graphql, type GraphQLSchema } from 'graphql';
import type { Scope } from '../../../../../src/application/access/rules/access-rule.js';
import { noParts, type AppPart, type AppParts } from '../../../../../src/application/app-code/app-parts.js';
import { applyResolversConfig } from '../../../../../src/adapters/delivery/graphql/extension/apply-resolvers-config.js';
import { extendSchema } from '../../../../../src/adapters/delivery/graphql/extension/extend-schema.js';
import { shapes } from '../../../../../src/adapters/delivery/graphql/shape/shapes.js';
import { createGraphqlExtensions } from '../../../../../src/adapters/delivery/graphql/extension/create-extension-service.js';
import {
  createResolverContext,
  type ResolverContext,
} from '../../../../../src/adapters/delivery/graphql/extension/resolver-context.js';
import { decide, grantsOf, type Principal } from '../../../../../src/domain/permission/permission.js';
import { fixtureSchema } from '../../../../http/fixture.js';

export const schema = fixtureSchema();

const restaurant = 'api::restaurant.restaurant';

export const people = {
  public: { kind: 'public', name: 'public', grants: grantsOf([]) },
  guest: {
    kind: 'user',
    name: 'guest',
    grants: grantsOf([[restaurant, ['findOne']]]),
    user: { id: 7, documentId: 'g' },
  },
  reader: { kind: 'token', name: 'reader', grants: grantsOf([[restaurant, ['find', 'findOne']]]) },
  full: { kind: 'token', name: 'full', grants: { kind: 'all' } },
} satisfies Record<string, Principal>;

export const instance = { strapi: { app: 'it' }, quire: { app: 'it' } };

const scopes: ReadonlyMap<string, Scope> = new Map([
  ['Query.restaurants', { type: restaurant, action: 'find' }],
  ['Query.restaurant', { type: restaurant, action: 'findOne' }],
]);

/** As a generated schema: the root resolver asks the one policy itself. */
export function menuSchema(): GraphQLSchema {
  const find = (_parent: unknown, args: unknown, { principal }: ResolverContext) => {
    if (decide(principal, 'find', restaurant) === null) throw new Error('the policy said no');
    return [{ name: 'Diner', kind: 'A', args: JSON.stringify(args), parts: [{ kind: 'Quote', text: 'q' }] }];
  };
  return makeExecutableSchema({
    typeDefs: `
      scalar DateTime
      enum Kind { bistro diner }
      type Quote { text: String }
      type Picture { url: String }
      union Part = Quote | Picture
      type Restaurant { name: String kind: Kind args: String parts: [Part] }
      input RestaurantFiltersInput { name: String and: [RestaurantFiltersInput] }
      type Query {
        restaurant(id: ID): Restaurant
        restaurants(filters: RestaurantFiltersInput = {}, sort: [String] = ["a"]): [Restaurant!]!
        me: String
      }
      type Mutation { login(name: String): String }
    `,
    resolvers: {
      Kind: { bistro: 'B', diner: 'A' },
      Part: { __resolveType: (part: { kind: string }) => part.kind },
      Query: { restaurants: { resolve: find, extensions: { about: 'restaurants' } }, me: () => 'me' },
      Mutation: { login: () => 'in' },
    },
  });
}

export interface Served {
  readonly schema: GraphQLSchema;
  ask(source: string, principal?: Principal): Promise<{ data: unknown; errors: readonly string[] }>;
  /** The first error as a client gets it. */
  refused(source: string, principal?: Principal): Promise<unknown>;
}

/** A schema with what `use` is called with. */
export async function served(
  given: readonly unknown[],
  parts: Partial<AppParts> = {},
  base = menuSchema(),
): Promise<Served> {
  const extensions = createGraphqlExtensions(schema);
  given.forEach((one) => extensions.service.use(one));
  const closed = await extensions.close(instance);
  const built = applyResolversConfig(await extendSchema(base, closed), closed, {
    base,
    schema,
    parts: { ...noParts, ...parts },
    instance,
    scopes,
    documents: {} as Documents,
    shape: shapes.v4,
    routes: undefined,
  });
  const run = (source: string, principal: Principal) => {
    const req = { method: 'POST', url: '/graphql', headers: { a: 'b' } } as unknown as Request;
    const contextValue = createResolverContext(principal, req, {} as Response);
    return graphql({ schema: built, source, contextValue });
  };
  return {
    schema: built,
    ask: async (source, principal = people.full) => {
      const { data, errors = [] } = await run(source, principal);
      return {
        data: JSON.parse(JSON.stringify(data ?? null)) as unknown,
        errors: errors.map(({ message }) => message),
      };
    },
    refused: async (source, principal = people.public) =>
      JSON.parse(JSON.stringify((await run(source, principal)).errors?.[0] ?? null)),
  };
}

/** What keeps a start from happening. */
export const faultOf = (given: readonly unknown[], parts: Partial<AppParts> = {}): Promise<string> =>
  served(given, parts).then(
    () => 'started',
    (error: Error) => error.message,
  );

/** A question, and its answer. */
export const list = '{ restaurants { name } }';
export const diner = { restaurants: [{ name: 'Diner' }] };

export const config = (path: string, value: object) => ({ resolversConfig: { [path]: value } });

export const registered = (entries: Readonly<Record<string, unknown>>): ReadonlyMap<string, AppPart> =>
  new Map(Object.entries(entries).map(([name, value]) => [name, { file: `src/${name}.js`, value }]));
