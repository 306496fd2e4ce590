import type {
  GraphQLFieldConfigArgumentMap,
  GraphQLFieldConfigMap,
  GraphQLInputType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLScalarType,
} from 'graphql';
import type { Document } from '../../../../application/ports/document-store.js';
import type {
  Attribute,
  ContentType,
  Relation,
  ScalarType,
  Schema,
  Shaped,
  Uid,
} from '../../../../domain/schema/schema.js';
import { accountTypeNames } from '../accounts/account-types.js';
import type { Editing } from '../editing/editing.js';
import type { ShadowCrud } from '../extension/shadow-crud.js';
import type { PagingLimits } from '../../codec/pagination.js';
import type { BuiltInServices, FieldDependencies } from '../read/read-fields.js';
import type { Shape } from '../shape/shape.js';
import type { NamedField } from './named-field.js';
import { TypeRegistry } from './type-registry.js';

/** The input and state of generating types. */
export interface Generation {
  readonly schema: Schema;
  readonly shadow: ShadowCrud;
  readonly shape: SchemaShape;
  readonly types: TypeRegistry;
  readonly services: BuiltInServices | undefined;
  readonly limits: PagingLimits;
}

/** What differs between the schemas of the formats. */
export interface SchemaShape extends Shape {
  /** Names of types that every schema has, which no content-type can take. */
  readonly reserved: readonly string[];
  readonly scalars: Readonly<Record<ScalarType, GraphQLScalarType>>;
  /** Whether the fields of required attributes of the type cannot be null. */
  hasRequiredFields(shaped: Shaped): boolean;
  /** Whether repeatable components take `filters`, `sort` and `pagination`. */
  readonly hasItemArguments: boolean;
  /** Whether lists have pages by cursor. */
  readonly hasCursors: boolean;
  /** Whether the type has a filter by `documentKey`. */
  hasIdFilter(type: ContentType): boolean;
  /** Whether a data input has this attribute. */
  writes(shaped: Shaped, attribute: Attribute): boolean;
  /** Creates the input of a zone's items: GraphQL has no unions of inputs. `members` are the types of its components. */
  zoneInput(name: string, members: readonly string[]): GraphQLScalarType;
  zoneItems(item: GraphQLScalarType): GraphQLInputType;
  /** Whether the content-type has root fields. */
  isServed(type: ContentType): boolean;
  /** Fields of a type that stand before the one of this attribute and are not attributes. */
  fieldsBefore(generation: Generation, shaped: Shaped, attribute: Attribute): Fields;
  /** Members of the union of a zone that are not components. */
  zoneMembers(generation: Generation): readonly GraphQLObjectType[];
  /** Fields of a document's type that stand before its attributes. */
  documentFields(generation: Generation, type: ContentType): Fields;
  relationFields(generation: Generation, shaped: Shaped, relation: Relation): Fields;
  rootFields(
    generation: Generation,
    dependencies: FieldDependencies,
    type: ContentType,
  ): readonly NamedField[];
  /** The argument of root fields that chooses drafts. */
  readonly layerArgument: GraphQLFieldConfigArgumentMap;
  /** The arguments of lists that choose versions: the one above, and those of publication and locale. */
  versionArguments(type: ContentType): GraphQLFieldConfigArgumentMap;
  /** The type of a document in a change, and its value for a document that was read. */
  readonly liveDocument: {
    typeOf(generation: Generation, type: ContentType): GraphQLObjectType;
    present(document: Document, aliasPath: string): unknown;
  };
  /** Types that are in the schema although no field may lead to them. */
  extraTypes(generation: Generation): readonly GraphQLObjectType[];
}

/** The dependencies of generated resolvers, and the format of the schema. */
export interface GenerationDependencies extends Omit<FieldDependencies, 'shadow'> {
  readonly shape: SchemaShape;
  /** Whether clients can listen to the changes of a content-type. Absent: to none. */
  readonly isLive?: ((type: ContentType) => boolean) | undefined;
  /** Whether clients can aggregate the documents of a content-type. Absent: of none. */
  readonly isAggregated?: ((type: ContentType) => boolean) | undefined;
  /** Absent: there are no fields for editing. */
  readonly editing?: OfferedEditing | undefined;
}

export interface OfferedEditing extends Editing {
  /** What the schema has without these fields: the names of types, and root fields as `Query.name`. */
  readonly taken: ReadonlySet<string>;
}

export type Fields = GraphQLFieldConfigMap<unknown, unknown>;
export type NullableType = Exclude<GraphQLOutputType, GraphQLNonNull<never>>;

export function startGeneration(
  { schema, shape, services, limits }: GenerationDependencies,
  shadow: ShadowCrud,
): Generation {
  const types = new TypeRegistry();
  types.reserve([
    'PaginationArg',
    'Pagination',
    'Date',
    'Time',
    'DateTime',
    'Long',
    'JSON',
    'I18NLocaleCode',
  ]);
  types.reserve(accountTypeNames);
  types.reserve(shape.reserved);
  return { schema, shadow, shape, types, services, limits };
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
export const servedTypes = ({ schema, shadow, shape }: Generation): readonly ContentType[] =>
  [...schema.contentTypes.values()].filter((type) => shape.isServed(type) && shadow.isEnabled(type.uid));

export const isEnabled = ({ shadow }: Generation, uid: Uid): boolean => shadow.isEnabled(uid);
