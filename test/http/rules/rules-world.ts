import type { Express } from 'express';
import type supertest from 'supertest';
import { createRestApp } from '../../../src/adapters/delivery/rest/create-rest-app.js';
import { factories, type RouteConfig } from '../../../src/adapters/app-code/http/factories.js';
import { createAppRoutes } from '../../../src/adapters/delivery/rest/routes/app-routes.js';
import { createAppHttp, type HttpSection } from '../../../src/adapters/app-code/http/create-http-section.js';
import type { AppAction } from '../../../src/application/app-code/controllers.js';
import { noParts, type AppPart } from '../../../src/application/app-code/app-parts.js';
import {
  grantsOf,
  unlimited,
  type Action,
  type Permission,
  type Principal,
} from '../../../src/domain/permission/permission.js';
import { ok } from '../../../src/domain/result.js';
import { createWorld, fixtureSchema } from '../fixture.js';
import { requestTo } from '../request-to.js';

export const restaurant = 'api::restaurant.restaurant';
export const instance = { strapi: { app: 'it' }, quire: { app: 'it' } };

/** The arguments of policies and middlewares, without types as in JavaScript. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Context = any;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Next = any;

export interface Parts {
  readonly policies?: Readonly<Record<string, unknown>>;
  readonly middlewares?: Readonly<Record<string, unknown>>;
  readonly controllers?: Readonly<Record<string, unknown>>;
  readonly services?: Readonly<Record<string, unknown>>;
  /** Around every request. */
  readonly global?: readonly unknown[];
  readonly codeTimeoutMs?: number;
}

export interface Serving {
  readonly app: Express;
  readonly send: Send;
  readonly warnings: readonly string[];
  readonly strapi: HttpSection;
}

type Send = (
  method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  /** `full`, `read`, `writer`, `reader`, `guest`, or another name. */
  who?: string,
) => supertest.Test;

/** Two restaurants, Diner and Bistro, and apps with rules. */
export interface RulesWorld {
  /** The documentId of the Diner. */
  readonly documentId: string;
  /** Messages logged as errors: bugs. */
  readonly logged: unknown[];
  create(name: string, data: object): Promise<string>;
  /** An app that has these routers. */
  serving(routers: readonly unknown[], parts?: Parts): Serving;
  /** An app with one rule for the list of restaurants. */
  findWith(rule: RouteConfig, parts?: Parts): { send: Send };
  /** Returns why an app with such a router does not start. */
  faultOf(router: unknown, parts?: Parts): string;
}

const people: Readonly<Record<string, Principal>> = {
  guest: {
    kind: 'user',
    name: 'guest',
    grants: grantsOf([[restaurant, ['findOne']]]),
    user: { id: 7, documentId: 'g' },
  },
  /** May write articles, and find what is published of them, of places and of topics. */
  writer: {
    kind: 'user',
    name: 'writer',
    grants: grantsOf([
      ['api::article.article', ['find', 'findOne', 'create', 'update']],
      ['api::place.place', ['find', 'findOne']],
      ['api::topic.topic', ['find']],
    ]),
    user: { id: 8, documentId: 'w' },
  },
  /** Finds titles of articles in lists, and single ones whole. */
  reader: {
    kind: 'token',
    name: 'reader',
    grants: {
      kind: 'listed',
      listed: new Map([
        [
          'api::article.article',
          new Map<Action, Permission>([
            ['find', { fields: new Set(['title']), filter: null }],
            ['findOne', unlimited],
          ]),
        ],
      ]),
    },
  },
  /** Deletes articles, of which they find only titles. */
  remover: {
    kind: 'token',
    name: 'remover',
    grants: {
      kind: 'listed',
      listed: new Map([
        [
          'api::article.article',
          new Map<Action, Permission>([
            ['find', { fields: new Set(['title']), filter: null }],
            ['delete', unlimited],
          ]),
        ],
      ]),
    },
  },
  read: { kind: 'token', name: 'read', grants: { kind: 'read' } },
  full: { kind: 'token', name: 'full', grants: { kind: 'all' } },
};
const nobody: Principal = { kind: 'public', name: 'public', grants: grantsOf([]) };

export const ruled = (action: string, rule: RouteConfig) =>
  factories.createCoreRouter(restaurant, { config: { [action]: rule } });

export const namesIn = (body: { data: { Name: string }[] }) => body.data.map(({ Name }) => Name);

const named = (entries: Readonly<Record<string, unknown>> = {}): ReadonlyMap<string, AppPart> =>
  new Map(Object.entries(entries).map(([name, value]) => [name, { file: `src/${name}.js`, value }]));

const ignore = (): void => {};

/** `others` have names of their own. */
export async function createRulesWorld(
  others: Readonly<Record<string, Principal>> = {},
): Promise<RulesWorld> {
  const { documents, create } = createWorld();
  const logged: unknown[] = [];
  const documentId = await create('restaurant', { Name: 'Diner', Rating: 3 });
  await create('restaurant', { Name: 'Bistro', Rating: 4 });
  const known = { ...people, ...others };
  const serving: RulesWorld['serving'] = (routers, parts = {}) => {
    const schema = fixtureSchema();
    const log = {
      debug: ignore,
      info: ignore,
      warn: ignore,
      error: (...said: unknown[]) => void logged.push(said),
    };
    const http = createAppHttp({
      contentTypes: {},
      schema,
      documents,
      paging: { defaultLimit: 25, maxLimit: 100 },
      log,
      httpServer: () => {
        throw new Error('there is none');
      },
    });
    const loaded = { ...noParts, controllers: named(parts.controllers), services: named(parts.services) };
    http.load(loaded, instance, true);
    http.global.configure((parts.global ?? []) as readonly AppAction[]);
    const routes = createAppRoutes(schema);
    const warnings = routes.load(
      {
        ...loaded,
        routes: routers.map((value, at) => ({
          file: `src/api/restaurant/routes/r${at}.js`,
          value,
          api: 'restaurant',
        })),
        policies: named(parts.policies),
        middlewares: named(parts.middlewares),
      },
      instance,
      http.controllers,
    );
    const app = createRestApp({
      documents,
      schema,
      routes,
      around: http.around,
      ...(parts.codeTimeoutMs !== undefined && { options: { codeTimeoutMs: parts.codeTimeoutMs } }),
      log,
      authenticate: (header) => ok(known[/\S+$/.exec(header ?? '')?.[0] ?? ''] ?? nobody),
    });
    const send: Send = (method, path, who = 'full') =>
      requestTo(app)[method](`/api/${path}`).set('Authorization', `Bearer ${who}`);
    return { app, send, warnings, strapi: http.section };
  };
  return {
    documentId,
    logged,
    create,
    serving,
    findWith: (rule, parts) => serving([ruled('find', rule)], parts),
    faultOf: (router, parts) => {
      try {
        serving([router], parts);
        return 'started';
      } catch (error) {
        return (error as Error).message;
      }
    },
  };
}
