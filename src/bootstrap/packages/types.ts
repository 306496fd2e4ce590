import type { AppObject } from '../../adapters/app-code/create-app-object.js';
import type { DocumentContext } from '../../adapters/app-code/hooks/create-document-middlewares.js';
import type { DocumentService } from '../../adapters/app-code/create-document-service.js';
import type { EntityService } from '../../adapters/app-code/queries/create-entity-service.js';
import type { RowQuery } from '../../adapters/app-code/queries/row-query.js';
import type { TypedDocuments } from '../../types/documents.js';
import type { Filters } from '../../types/filters.js';
import type { HookAction, HookEvent, Hooks as HooksOf } from '../../types/hooks.js';
import type { CreateInput, UpdateInput } from '../../types/inputs.js';
import type { Public } from '../../types/public.js';
import type { ComponentOf, ContentTypeOf } from '../../types/registry.js';
import type { AnyResult, Layer, OptionOf, Result } from '../../types/results.js';
import type { TypedRows } from '../../types/rows.js';
import type { Fields, Populate, Sort } from '../../types/selection.js';

/** `@strapi/types` for the code of apps: what it has are types, which disappear when code is compiled. */
const types = {};

export default types;

export * from '../../types/public.js';
export * from '../../types/schema.js';

/** What the generated files have registered. */
interface Registered {
  readonly contentTypes: Public.ContentTypeSchemas;
  readonly components: Public.ComponentSchemas;
  readonly private: 'shown';
}

type Names<Registry> = [keyof Registry] extends [never] ? string : keyof Registry & string;

export declare namespace UID {
  /** Any text as long as there are no generated files. */
  type ContentType = Names<Public.ContentTypeSchemas>;
  type Component = Names<Public.ComponentSchemas>;
  type CollectionType = ContentType;
  type SingleType = ContentType;
}

type Of<Uid> = ContentTypeOf<Registered, Uid>;

/** Code of projects reads values whose form only the project knows. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

/** Anything, where no generated file describes the content-type. */
type IfKnown<Uid, Then> = unknown extends Of<Uid> ? Loose : Then;

export declare namespace Data {
  /** A document with everything that can be populated, where each may be absent. */
  type ContentType<Uid extends UID.ContentType> = IfKnown<Uid, AnyResult<Registered, Of<Uid>>>;
  type Component<Uid extends UID.Component> = AnyResult<Registered, ComponentOf<Registered, Uid>>;
  type DocumentID = string;
  type ID = number | string;
  /** The document that a query with these `fields` and this `populate` answers. */
  type Result<Uid extends UID.ContentType, Query = object, Version extends Layer = 'published'> = IfKnown<
    Uid,
    ResultOf<Uid, Query, Version>
  >;
  /** The `data` of an update. */
  type Input<Uid extends UID.ContentType> = IfKnown<Uid, UpdateInput<Registered, Of<Uid>>>;
  /** The `data` of a create. */
  type CreateInput<Uid extends UID.ContentType, Version extends Layer = 'draft'> = IfKnown<
    Uid,
    CreateInputOf<Uid, Version>
  >;
}

type CreateInputOf<Uid, Version extends Layer> = CreateInput<Registered, Of<Uid>, Version>;
type ResultOf<Uid, Query, Version extends Layer> = Result<
  Registered,
  Of<Uid>,
  OptionOf<Query, 'fields'>,
  OptionOf<Query, 'populate'>,
  Version
>;

/** The hooks of a content-type: what a file `lifecycles` exports. */
export type Hooks<Uid extends UID.ContentType> = IfKnown<Uid, HooksOf<Registered, Of<Uid>>>;

type MiddlewareContext = Omit<DocumentContext, 'uid' | 'params'> & {
  readonly uid: UID.ContentType;
  // Middlewares see the parameters of all operations and content-types.
  params: Loose;
};

export declare namespace Modules {
  namespace Documents {
    type Document<Uid extends UID.ContentType> = Data.ContentType<Uid>;
    /** Without types where the content-type is not a single, known one. */
    type ServiceInstance<Uid extends UID.ContentType = UID.ContentType> =
      unknown extends Of<Uid>
        ? DocumentService
        : [Uid] extends [IsOne<Uid>]
          ? TypedDocuments<Registered, Of<Uid>>
          : DocumentService;
    namespace Params {
      type Fields<Uid extends UID.ContentType> = FieldsOf<Uid>;
      type Filters<Uid extends UID.ContentType> = FiltersOf<Uid>;
      type Populate<Uid extends UID.ContentType> = PopulateOf<Uid>;
      type Sort<Uid extends UID.ContentType> = SortOf<Uid>;
    }
    namespace Middleware {
      type Context = MiddlewareContext;
      type Middleware = (context: Context, next: () => Promise<Loose>) => unknown;
    }
  }
}

type FieldsOf<Uid> = Fields<Registered, Of<Uid>>;
type FiltersOf<Uid> = Filters<Registered, Of<Uid>>;
type PopulateOf<Uid> = Populate<Registered, Of<Uid>>;
type SortOf<Uid> = Sort<Registered, Of<Uid>>;

/** The type itself, or never for a union of several. */
type IsOne<T, All = T> = T extends unknown ? ([All] extends [T] ? T : never) : never;

type Subscriber<Uid extends UID.ContentType> =
  | ((event: Loose) => unknown)
  | ({ readonly models?: readonly Uid[] } & {
      readonly [Action in HookAction]?: (
        event: IfKnown<Uid, HookEvent<Registered, Of<Uid>, Action>>,
      ) => unknown;
    });

type Loosened<Methods> = { readonly [Name in keyof Methods]: (...params: Loose[]) => Promise<Loose> };

type LooseRows = Loosened<RowQuery>;

/** Its rows have relations that are no attributes. */
type RoleUid = 'plugin::users-permissions.role';

/** Without types where the content-type is not a single, known one. */
type Rows<Uid extends UID.ContentType> = Uid extends RoleUid
  ? LooseRows
  : unknown extends Of<Uid>
    ? LooseRows
    : [Uid] extends [IsOne<Uid>]
      ? TypedRows<Registered, Of<Uid>>
      : LooseRows;

interface QueryRows {
  <Uid extends UID.ContentType>(uid: Uid): Rows<Uid>;
  /** Rows that are no content of the app. */
  (uid: `plugin::${string}` | `admin::${string}`): LooseRows;
}

/** Its contexts are those of koa, with what the app adds to them. */
interface Server extends Omit<AppObject['server'], 'use' | 'routes'> {
  use(middleware: Core.MiddlewareHandler): Server;
  routes(routes: Loose): Server;
}

interface Api {
  service(name: string): Loose;
  readonly services: Readonly<Record<string, Loose>>;
  controller(name: string): Loose;
  readonly controllers: Readonly<Record<string, Loose>>;
  policy(name: string): Loose;
  readonly policies: Readonly<Record<string, Loose>>;
  middleware(name: string): Loose;
  readonly middlewares: Readonly<Record<string, Loose>>;
  contentType(name: string): Loose;
  readonly contentTypes: Readonly<Record<string, Loose>>;
}

type Typed =
  | 'api'
  | 'apis'
  | 'config'
  | 'controller'
  | 'controllers'
  | 'db'
  | 'documents'
  | 'entityService'
  | 'middleware'
  | 'middlewares'
  | 'plugin'
  | 'plugins'
  | 'policies'
  | 'policy'
  | 'query'
  | 'requestContext'
  | 'server'
  | 'service'
  | 'services';

export declare namespace Core {
  /** The app object, with the content-types of the generated files. */
  interface Strapi extends Omit<AppObject, Typed> {
    readonly documents: {
      /** Grants of roles, which are no content of the app. */
      (uid: 'plugin::users-permissions.permission'): Loose;
      <Uid extends UID.ContentType>(uid: Uid): Modules.Documents.ServiceInstance<Uid>;
      use(middleware: Modules.Documents.Middleware.Middleware): void;
    };
    readonly db: Omit<AppObject['db'], 'query' | 'lifecycles'> & {
      readonly query: QueryRows;
      readonly lifecycles: {
        subscribe<Uid extends UID.ContentType>(subscriber: Subscriber<Uid>): () => void;
      };
    };
    readonly config: {
      get(path: string | readonly string[], otherwise?: unknown): Loose;
      has(path: string | readonly string[]): boolean;
      set(path: string | readonly string[], value: unknown): Loose;
      readonly [section: string]: Loose;
    };
    readonly entityService: Loosened<EntityService>;
    readonly query: QueryRows;
    service(uid: string): Loose;
    readonly services: Readonly<Record<string, Loose>>;
    controller(uid: string): Loose;
    readonly controllers: Readonly<Record<string, Loose>>;
    policy(uid: string): Loose;
    readonly policies: Readonly<Record<string, Loose>>;
    middleware(uid: string): Loose;
    readonly middlewares: Readonly<Record<string, Loose>>;
    api(name: string): Api;
    readonly apis: Readonly<Record<string, Api>>;
    readonly server: Server;
    readonly requestContext: { get(): Loose };
    plugin(name: string): Loose;
    readonly plugins: Readonly<Record<string, Loose>>;
  }
  type Controller = Record<string, Loose>;
  type Service = Record<string, Loose>;
  type Policy = (context: Loose, config: Loose, instance: { strapi: Strapi }) => unknown;
  type MiddlewareHandler = (context: Loose, next: () => Promise<Loose>) => unknown;
  type MiddlewareFactory<Config = Loose> = (
    config: Config,
    instance: { strapi: Strapi },
  ) => MiddlewareHandler | undefined | void;
  type Plugin = Record<string, Loose>;
  type Router = Loose;
  type RouterInput = Loose;
  namespace Config {
    namespace Shared {
      interface ConfigParams {
        readonly env: Loose;
      }
    }
  }
}

declare global {
  /** The app object, in the code of apps. */
  var strapi: Core.Strapi;
}
