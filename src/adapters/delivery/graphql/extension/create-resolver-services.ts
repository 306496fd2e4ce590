import { createRequire } from 'node:module';
import type * as nexusModule from 'nexus';
import { errors } from '../../../../application/app-code/errors.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { contentTypeOf, type ContentType, type Schema, type Uid } from '../../../../domain/schema/schema.js';
import { typeOf as flatTypeOf } from '../../codec/flat-type-names.js';
import { decodePagination, type NumberedPaging, rangeOf, type PagingLimits } from '../../codec/pagination.js';
import { typeNameOf } from '../../codec/type-name.js';
import { filterParam } from '../read/filter-param.js';
import { pagingParams } from '../read/paging-params.js';
import type { ResponseFormat } from '../shape/shape.js';

type Args = Readonly<Record<string, unknown>>;

/** A content-type as app code has it: `strapi.contentTypes[uid]`. */
interface AppType {
  readonly uid: Uid;
}

interface Answered {
  readonly args?: Args;
  readonly resourceUID?: Uid;
}

export interface ResolverServicesDependencies {
  readonly schema: Schema;
  readonly format: ResponseFormat;
  readonly limits: PagingLimits;
  /** Counts documents as code of the app does. */
  readonly count: (type: Uid, params: object) => Promise<number>;
}

/**
 * The services `builders` and `format` of the plugin `graphql`, with which resolvers of Strapi projects take the arguments and
 * make the answers of generated fields. They load nothing of GraphQL before it is needed.
 */
export function createResolverServices({ schema, format, limits, count }: ResolverServicesDependencies) {
  const pagingOf = (pagination: unknown): NumberedPaging => {
    const paging = decodePagination(pagingParams(pagination, limits, format), limits);
    if (!paging.ok) throw new errors.PaginationError(paging.failure.message);
    return paging.value;
  };
  /** Returns the arguments in the form that `strapi.documents` takes, with `start` and `limit` if asked. */
  const transformArgs = (args: Args, { contentType, usePagination = false }: Transforming): Args => {
    const { pagination, filters, ...others } = args;
    const range = usePagination ? rangeOf(pagingOf(pagination)) : null;
    return {
      ...others,
      ...(range && { start: range.offset, limit: range.limit }),
      ...(isPlainObject(filters) && {
        filters: filterParam(schema, contentTypeOf(schema, contentType.uid), filters),
      }),
    };
  };
  const pageOf = async ({ args = {}, resourceUID }: Answered): Promise<unknown> => {
    if (resourceUID === undefined) return null;
    const { filters, locale, status } = transformArgs(args, { contentType: { uid: resourceUID } });
    const total = await count(resourceUID, { filters, locale, status });
    const { pageOf: shown } = await import('../read/found.js');
    return shown({ paging: pagingOf(args['pagination']), total });
  };
  return {
    builders: {
      utils: {
        transformArgs,
        getContentTypeArgs: ({ uid }: AppType, { multiple = true } = {}): Args => {
          const type = contentTypeOf(schema, uid);
          const isList = multiple && type.kind === 'collectionType';
          return {
            ...(isList ? listArguments(type, format) : type.kind === 'collectionType' && oneArgument(format)),
            ...(isList || type.kind === 'singleType' ? statusArgument(type, format) : {}),
            ...(type.localized && { locale: 'I18NLocaleCode' }),
          };
        },
      },
    },
    format: {
      returnTypes: {
        toEntityResponse: (value: unknown, info: Answered = {}) => ({ value, data: value, info }),
        toEntityResponseCollection: (nodes: unknown, info: Answered = {}) => ({
          nodes,
          data: nodes,
          info,
          // The page is counted only if it is selected.
          get meta() {
            return { pagination: pageOf(info) };
          },
          get pageInfo() {
            return pageOf(info);
          },
        }),
      },
    },
  };
}

interface Transforming {
  readonly contentType: AppType;
  readonly usePagination?: boolean;
}

/** Nexus, which an extension that asks for arguments has loaded. */
const nexus = (): typeof nexusModule => createRequire(import.meta.url)('nexus') as typeof nexusModule;

const listArguments = (type: ContentType, format: ResponseFormat): Args => ({
  filters: `${format === 'v5' ? flatTypeOf(type) : typeNameOf(type)}FiltersInput`,
  pagination: 'PaginationArg',
  sort: nexus().list('String'),
});

const oneArgument = (format: ResponseFormat): Args =>
  format === 'v5' ? { documentId: nexus().nonNull('ID') } : { id: 'ID' };

function statusArgument({ draftAndPublish }: ContentType, format: ResponseFormat): Args {
  if (!draftAndPublish) return {};
  return format === 'v5' ? { status: 'PublicationStatus' } : { publicationState: 'PublicationState' };
}
