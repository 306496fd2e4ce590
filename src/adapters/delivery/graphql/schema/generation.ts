import type { Attribute, ContentType, Schema, Shaped, Uid } from '../../../../domain/schema/schema.js';
import type { ShadowCrud } from '../extension/shadow-crud.js';
import { accountTypeNames } from '../accounts/account-types.js';
import { createMetaField } from './paging-types.js';
import { type GraphQLNamedType, specifiedScalarTypes } from 'graphql';

/** What the generation of types looks at. */
export interface Generation {
  readonly schema: Schema;
  readonly shadow: ShadowCrud;
  readonly types: TypeRegistry;
  readonly meta: ReturnType<typeof createMetaField>;
}

export function startGeneration(schema: Schema, shadow: ShadowCrud): Generation {
  const types = new TypeRegistry();
  types.keep(['PaginationArg', 'Pagination', 'ResponseCollectionMeta', 'PublicationState']);
  types.keep(accountTypeNames);
  types.keep(['Date', 'Time', 'DateTime', 'Long', 'JSON', 'I18NLocaleCode']);
  return { schema, shadow, types, meta: createMetaField() };
}

const idNames: ReadonlySet<string> = new Set(['id', 'documentId']);

/** The attributes that show in a part of the API. Those that are private can be written, as in REST, and no more. */
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

/** The content-types with root fields. */
export const servedTypes = ({ schema, shadow }: Generation): readonly ContentType[] =>
  [...schema.contentTypes.values()].filter(({ exposed, uid }) => exposed && shadow.isEnabled(uid));

export const isEnabled = ({ shadow }: Generation, uid: Uid): boolean => shadow.isEnabled(uid);

/** The types of a schema that is being made, each made once. */
class TypeRegistry {
  private readonly types = new Map<string, { readonly from: string; readonly type: GraphQLNamedType }>();
  private readonly taken = new Set(['Query', 'Mutation', 'Subscription']);

  constructor() {
    for (const { name } of specifiedScalarTypes) this.taken.add(name);
  }

  /** The type of that name. Throws where something else than `from` has the name. */
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

  /** Keeps a name for a type that every schema has. */
  keep(names: Iterable<string>): void {
    for (const name of names) this.taken.add(name);
  }
}
