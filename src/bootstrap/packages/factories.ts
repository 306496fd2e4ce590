import type { CoreRouter } from '../../adapters/app-code/http/factories.js';
import type { Core, Data, UID } from './types.js';

/** What methods take and return only the project knows. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

type Methods = Readonly<
  Record<string, ((...params: Loose[]) => Loose) | object | string | number | boolean | null | undefined>
>;

type Instance = { readonly strapi: Core.Strapi };
/** Gives parameters of core methods a type, where the code of a project names none. */
type CoreMethods<Base> = { readonly [Name in keyof Base]?: (...params: Loose[]) => Loose };
type Written<Own, Base> = Own & CoreMethods<Base> & ThisType<Own & Base>;
type Config<Own, Base> = Written<Own, Base> | ((instance: Instance) => Written<Own, Base>);
type Made<Own, Base> = (instance: Instance) => Omit<Base, keyof Own> & Own;

interface CoreController {
  find(context: Loose, next?: Loose): Promise<Loose>;
  findOne(context: Loose, next?: Loose): Promise<Loose>;
  create(context: Loose, next?: Loose): Promise<Loose>;
  update(context: Loose, next?: Loose): Promise<Loose>;
  delete(context: Loose, next?: Loose): Promise<Loose>;
  transformResponse(data: unknown, meta?: object): Promise<Loose>;
  sanitizeOutput(data: unknown, context: Loose): Promise<Loose>;
  sanitizeInput(data: unknown, context: Loose): Promise<Loose>;
  sanitizeQuery(context: Loose): Promise<Loose>;
  validateQuery(context: Loose): Promise<void>;
  validateInput(data: unknown, context: Loose): Promise<void>;
}

/** What the core services of content-types answer; what can be populated may be absent. */
interface CoreService<Uid extends UID.ContentType> {
  find(params?: object): Promise<{ results: Data.ContentType<Uid>[]; pagination: Loose }>;
  findOne(documentId: string, params?: object): Promise<Data.ContentType<Uid> | null>;
  create(params: object): Promise<Data.ContentType<Uid>>;
  update(documentId: string, params: object): Promise<Data.ContentType<Uid> | null>;
  delete(documentId: string, params?: object): Promise<Loose>;
  createOrUpdate(params: object): Promise<Data.ContentType<Uid>>;
  getFetchParams(params?: object): Loose;
}

/** The functions that make controllers, services and routers, as the code of projects calls them. */
export interface Factories {
  createCoreController<Own extends Methods = {}>(
    uid: UID.ContentType,
    config?: Config<Own, CoreController>,
  ): Made<Own, CoreController>;
  createCoreService<Uid extends UID.ContentType, Own extends Methods = {}>(
    uid: Uid,
    config?: Config<Own, CoreService<Uid>>,
  ): Made<Own, CoreService<Uid>>;
  createCoreRouter(uid: UID.ContentType, options?: Omit<CoreRouter, 'type' | 'uid'>): CoreRouter;
}
