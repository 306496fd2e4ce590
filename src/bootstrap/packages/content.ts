import type { DocumentContext } from '../../adapters/app-code/hooks/create-document-middlewares.js';
import type { DocumentService } from '../../adapters/app-code/create-document-service.js';
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
  type Schema = Names<Public.ContentTypeSchemas & Public.ComponentSchemas>;
  type Controller = string;
  type Middleware = string;
  type Policy = string;
  type Service = string;
}

type Of<Uid> = ContentTypeOf<Registered, Uid>;

/** Code of projects reads values whose form only the project knows. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Loose = any;

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
    type ID = Data.DocumentID;
    type Document<Uid extends UID.ContentType> = Data.ContentType<Uid>;
    type AnyDocument = { id: Data.ID; documentId: ID; [attribute: string]: Loose };
    type Result<Uid extends UID.ContentType, Query = object> = Data.Result<Uid, Query>;
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
      /** Parameters by their names, of which each may be left out. */
      type Pick<Uid extends UID.ContentType, Name extends keyof ParamsOf<Uid>> = {
        [Each in Name]?: ParamsOf<Uid>[Each];
      };
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

interface ParamsOf<Uid extends UID.ContentType> {
  data: Data.Input<Uid>;
  documentId: string;
  fields: FieldsOf<Uid>;
  filters: FiltersOf<Uid>;
  limit: number;
  locale: string;
  populate: PopulateOf<Uid>;
  sort: SortOf<Uid>;
  start: number;
  status: 'draft' | 'published';
}

/** The type itself, or never for a union of several. */
type IsOne<T, All = T> = T extends unknown ? ([All] extends [T] ? T : never) : never;

export type Subscriber<Uid extends UID.ContentType> =
  | ((event: Loose) => unknown)
  | ({ readonly models?: readonly Uid[] } & {
      readonly [Action in HookAction]?: (
        event: IfKnown<Uid, HookEvent<Registered, Of<Uid>, Action>>,
      ) => unknown;
    });

export type Loosened<Methods> = { readonly [Name in keyof Methods]: (...params: Loose[]) => Promise<Loose> };

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

export interface QueryRows {
  <Uid extends UID.ContentType>(uid: Uid): Rows<Uid>;
  /** Rows that are no content of the app. */
  (uid: `plugin::${string}` | `admin::${string}`): LooseRows;
}
