import type { CoreRouter } from '../../adapters/app-code/http/factories.js';
import type { Core, UID } from './types.js';

/** What methods take and return only the project knows. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

/** Gives parameters of methods a type, where the code of a project names none. */
type Methods = Readonly<
  Record<string, ((...params: Loose[]) => Loose) | object | string | number | boolean | null | undefined>
>;

type Instance = { readonly strapi: Core.Strapi };
type Config<Own, Base> =
  (Own & ThisType<Own & Base>) | ((instance: Instance) => Own & Methods & ThisType<Own & Base>);
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

interface CoreService {
  find(params?: object): Promise<Loose>;
  findOne(documentId: string, params?: object): Promise<Loose>;
  create(params: object): Promise<Loose>;
  update(documentId: string, params: object): Promise<Loose>;
  delete(documentId: string, params?: object): Promise<Loose>;
  createOrUpdate(params: object): Promise<Loose>;
  getFetchParams(params?: object): Loose;
}

/** The functions that make controllers, services and routers, as the code of projects calls them. */
export interface Factories {
  createCoreController<Own extends Methods = {}>(
    uid: UID.ContentType,
    config?: Config<Own, CoreController>,
  ): Made<Own, CoreController>;
  createCoreService<Own extends Methods = {}>(
    uid: UID.ContentType,
    config?: Config<Own, CoreService>,
  ): Made<Own, CoreService>;
  createCoreRouter(uid: UID.ContentType, options?: Omit<CoreRouter, 'type' | 'uid'>): CoreRouter;
}
