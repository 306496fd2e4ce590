interface Model {
  readonly kind?: string;
  readonly modelType?: string;
  readonly options?: { readonly draftAndPublish?: boolean; readonly privateAttributes?: readonly string[] };
  readonly attributes?: Readonly<Record<string, ModelAttribute>>;
}

interface ModelAttribute {
  readonly type: string;
  readonly private?: boolean;
  readonly writable?: boolean;
  readonly visible?: boolean;
}

const constants = {
  ID_ATTRIBUTE: 'id',
  DOC_ID_ATTRIBUTE: 'documentId',
  PUBLISHED_AT_ATTRIBUTE: 'publishedAt',
  CREATED_AT_ATTRIBUTE: 'createdAt',
  UPDATED_AT_ATTRIBUTE: 'updatedAt',
  CREATED_BY_ATTRIBUTE: 'createdBy',
  UPDATED_BY_ATTRIBUTE: 'updatedBy',
  SINGLE_TYPE: 'singleType',
  COLLECTION_TYPE: 'collectionType',
};

const notWritable = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
  'publishedAt',
]);
const notVisible = new Set(['id', 'documentId', 'createdAt', 'updatedAt']);
const notScalar = new Set(['media', 'component', 'relation', 'dynamiczone']);

const attributesOf = ({ attributes = {} }: Model) => Object.entries(attributes);
const isScalarAttribute = (attribute?: ModelAttribute): boolean =>
  attribute !== undefined && !notScalar.has(attribute.type);
const isPrivateAttribute = (model: Model, name: string): boolean =>
  model.attributes?.[name]?.private === true || (model.options?.privateAttributes ?? []).includes(name);
const isWritableAttribute = (model: Model, name: string): boolean =>
  !notWritable.has(name) && model.attributes?.[name]?.writable !== false;
const isVisibleAttribute = (model: Model, name: string): boolean => {
  const attribute = model.attributes?.[name];
  return attribute !== undefined && attribute.visible !== false && !notVisible.has(name);
};
const namesOf = (
  model: Model,
  fits: (name: string, attribute: ModelAttribute) => boolean,
): readonly string[] =>
  attributesOf(model).flatMap(([name, attribute]) => (fits(name, attribute) ? [name] : []));
const isOfType =
  (type: string) =>
  (attribute?: ModelAttribute): boolean =>
    attribute?.type === type;
const isKind =
  (kind: string) =>
  (model: Model): boolean =>
    model.kind === kind;

/** `contentTypes` of `@strapi/utils`: questions about what `strapi.contentType(uid)` answers. */
export const contentTypes = {
  constants,
  isScalarAttribute,
  isPrivateAttribute,
  isWritableAttribute,
  isVisibleAttribute,
  isMediaAttribute: isOfType('media'),
  isRelationalAttribute: isOfType('relation'),
  isComponentAttribute: (attribute?: ModelAttribute): boolean =>
    attribute !== undefined && ['component', 'dynamiczone'].includes(attribute.type),
  isDynamicZoneAttribute: isOfType('dynamiczone'),
  isSingleType: isKind('singleType'),
  isCollectionType: isKind('collectionType'),
  isKind,
  hasDraftAndPublish: ({ options }: Model): boolean => options?.draftAndPublish === true,
  getScalarAttributes: (model: Model) => namesOf(model, (_, attribute) => isScalarAttribute(attribute)),
  getPrivateAttributes: (model: Model) => namesOf(model, (name) => isPrivateAttribute(model, name)),
  getWritableAttributes: (model: Model) => namesOf(model, (name) => isWritableAttribute(model, name)),
  getNonWritableAttributes: (model: Model) => namesOf(model, (name) => !isWritableAttribute(model, name)),
  getVisibleAttributes: (model: Model) => namesOf(model, (name) => isVisibleAttribute(model, name)),
  getTimestamps: (model: Model) => namesOf(model, (name) => name === 'createdAt' || name === 'updatedAt'),
};
