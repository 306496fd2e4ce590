import type { Attribute, ContentType, Schema, Shaped, Uid } from '../../../../domain/schema/schema.js';
import type { ShadowCrud } from '../extension/shadow-crud.js';
import { accountTypeNames } from '../accounts/account-types.js';
import { createMetaField } from './paging-types.js';
import { type GraphQLNamedType, specifiedScalarTypes } from 'graphql';

/** The input and state of generating types. */
export interface Generation {
  readonly schema: Schema;
  readonly shadow: ShadowCrud;
  readonly types: TypeRegistry;
  readonly meta: ReturnType<typeof createMetaField>;
}

export function startGeneration(schema: Schema, shadow: ShadowCrud): Generation {
  const types = new TypeRegistry();
  types.reserve(['PaginationArg', 'Pagination', 'ResponseCollectionMeta', 'PublicationState']);
  types.reserve(accountTypeNames);
  types.reserve(['Date', 'Time', 'DateTime', 'Long', 'JSON', 'I18NLocaleCode']);
  return { schema, shadow, types, meta: createMetaField() };
}

const idNames: ReadonlySet<string> = new Set(['id', 'documentId']);

/** Returns the attributes in a part of the API. Private attributes can only be written, as in REST. */
export function attributesIn(
  { shadow }: Generation,
  shaped: Shaped,
  part: 'output' | 'input' | 'filters',
): readonly Attribute[] {
  return [...shaped.attributes.values()].filter((attribute) => {
    if (idNames.has(attribute.name) || (part !== 'input' && isSecret(attribute))) return false;
    const field = shadow.field(shaped.uid, attribute.name);
    if (part === 'output') return field.hasOutputEnabled;
    return part === 'input' ? field.hasInputEnabled : field.hasFiltersEnabled;
  });
}

const isSecret = (attribute: Attribute): boolean =>
  attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password');

/** Returns the content-types that have root fields. */
export const servedTypes = ({ schema, shadow }: Generation): readonly ContentType[] =>
  [...schema.contentTypes.values()].filter(({ exposed, uid }) => exposed && shadow.isEnabled(uid));

export const isEnabled = ({ shadow }: Generation, uid: Uid): boolean => shadow.isEnabled(uid);

/** Creates each type of a schema once. */
class TypeRegistry {
  private readonly types = new Map<string, { readonly from: string; readonly type: GraphQLNamedType }>();
  private readonly taken = new Set(['Query', 'Mutation', 'Subscription']);

  constructor() {
    for (const { name } of specifiedScalarTypes) this.taken.add(name);
  }

  /** Returns the type of that name; creates it on the first call. Throws if the name is taken by something other than `from`. */
  of<T extends GraphQLNamedType>(name: string, from: string, make: () => T): T {
    const known = this.types.get(name);
    if (known?.from === from) return known.type as T;
    if (known !== undefined || this.taken.has(name))
      throw new Error(
        `GraphQL: ${from} and ${known?.from ?? 'GraphQL itself'} both give a type ${name}: rename one`,
      );
    const type = make();
    this.types.set(name, { from, type });
    return type;
  }

  /** Reserves names for types that every schema has. */
  reserve(names: Iterable<string>): void {
    for (const name of names) this.taken.add(name);
  }
}
