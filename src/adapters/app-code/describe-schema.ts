import { isDeepStrictEqual } from 'node:util';
import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import { attributesByCode, attributesForCode, attributesIn } from '../../domain/schema/built-in.js';
import type { ContentTypeSource, SchemaSources } from '../../domain/schema/schema-source.js';
import type { Attribute, Component, ContentType, Schema, Shaped } from '../../domain/schema/schema.js';

type AttributeView = Readonly<Record<string, unknown>> & { readonly type: string };

/** A content-type or component for app code: a frozen copy under the names of its schema file. */
export interface ModelView {
  readonly uid: string;
  readonly modelType: 'contentType' | 'component';
  readonly modelName: string;
  readonly globalId: string;
  readonly collectionName: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly pluginOptions: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, AttributeView>>;
}

export interface ContentTypeView extends ModelView {
  readonly kind: ContentType['kind'];
  /** The name of the api; absent on content-types of plugins. */
  readonly apiName?: string;
  /** The name of the plugin; absent on content-types of apis. */
  readonly plugin?: string;
}

export interface ComponentView extends ModelView {
  readonly category: string;
}

/** What app code sees of the schema, by UID. */
export interface SchemaViews {
  readonly contentTypes: Readonly<Record<string, ContentTypeView>>;
  readonly components: Readonly<Record<string, ComponentView>>;
}

type Definition = Readonly<Record<string, unknown>>;

/**
 * `sources` are the schema files, whose keys are shown where the schema has no place for them; `byCode` what code has added
 * before, and may add again.
 */
export function describeSchema(
  schema: Schema,
  sources: SchemaSources,
  byCode: readonly ContentTypeSource[] = [],
): SchemaViews {
  const given = new Map(
    [...sources.contentTypes, ...sources.components].map(({ uid, definition }) => [
      uid,
      objectOf(definition),
    ]),
  );
  const definitionOf = (uid: string): Definition => given.get(uid) ?? {};
  return {
    contentTypes: frozen(schema.contentTypes, (type) => {
      const added = attributesByCode(byCode, type.uid);
      return fixed(describeContentType(type, definitionOf(type.uid), added), added);
    }),
    components: frozen(schema.components, (component) =>
      fixed(describeComponent(component, definitionOf(component.uid)), {}),
    ),
  };
}

const frozen = <T, V extends ModelView>(
  map: ReadonlyMap<string, T>,
  describe: (value: T) => V,
): Readonly<Record<string, V>> =>
  Object.freeze(Object.fromEntries([...map].map(([uid, value]) => [uid, describe(value)])));

/** Refuses other attributes as a whole, but those that code has added before. */
function fixed<T extends ModelView>(view: T, added: PlainObject): T {
  const isAsBefore = (given: unknown): boolean => {
    const { attributes } = view;
    const all = isPlainObject(given) ? given : {};
    return [...new Set([...Object.keys(attributes), ...Object.keys(all)])].every(
      (name) => Object.hasOwn(added, name) || isDeepStrictEqual(own(all, name), own(attributes, name)),
    );
  };
  const refuse = (_: T, name: string | symbol): boolean => {
    if (name !== 'attributes') return false;
    throw refusal(view.uid, 'other attributes');
  };
  return new Proxy(view, {
    set: (target, name, value) => (name === 'attributes' && isAsBefore(value)) || refuse(target, name),
    defineProperty: refuse,
    deleteProperty: refuse,
  });
}

/** Refuses other attributes one by one: without strict mode, code that changes a frozen object is not told. */
function fixedAttributes(
  attributes: ModelView['attributes'],
  uid: string,
  added: PlainObject,
): ModelView['attributes'] {
  const refuse = (_: object, name: string | symbol): boolean => {
    throw refusal(uid, `the attribute ${String(name)}`);
  };
  return new Proxy<ModelView['attributes']>(attributes, {
    set: (target, name) => Object.hasOwn(added, name) || refuse(target, name),
    defineProperty: refuse,
    deleteProperty: refuse,
  });
}

const refusal = (uid: string, what: string): Error =>
  new Error(`${uid} cannot get or lose ${what} here: its schema file says what it has${byExtension(uid)}`);

function byExtension(uid: string): string {
  const [, plugin, type] = /^plugin::([^.]+)\.(.+)$/.exec(uid) ?? [];
  return plugin === undefined
    ? ''
    : `, src/extensions/${plugin}/content-types/${type}/schema.json, or src/extensions/${plugin}/strapi-server`;
}

const objectOf = (value: unknown): Definition => (isPlainObject(value) ? value : {});

function describeContentType(type: ContentType, definition: Definition, added: PlainObject): ContentTypeView {
  const { uid, kind, collectionName, singularName, pluralName, displayName, draftAndPublish } = type;
  const [owner = '', name = ''] = uid.split('::');
  const holder = name.slice(0, -singularName.length - 1);
  const info = Object.freeze({ ...objectOf(definition['info']), singularName, pluralName, displayName });
  return {
    uid,
    kind,
    modelType: 'contentType',
    modelName: singularName,
    globalId: globalIdOf(owner === 'api' ? singularName : `${holder}-${singularName}`),
    ...(owner === 'api' ? { apiName: holder } : { plugin: holder }),
    collectionName,
    info,
    options: Object.freeze({ ...objectOf(definition['options']), draftAndPublish }),
    pluginOptions: Object.freeze({ ...objectOf(definition['pluginOptions']) }),
    attributes: attributesOf(type, definition, systemAttributes(type), added),
  };
}

function describeComponent(component: Component, definition: Definition): ComponentView {
  const { uid, category, displayName } = component;
  const modelName = uid.slice(uid.indexOf('.') + 1);
  const { collectionName } = definition;
  return {
    uid,
    category,
    modelType: 'component',
    modelName,
    globalId: globalIdOf(`component-${category}-${modelName}`),
    collectionName:
      typeof collectionName === 'string' ? collectionName : `components_${category}_${modelName}`,
    info: Object.freeze({ ...objectOf(definition['info']), displayName }),
    options: Object.freeze({ ...objectOf(definition['options']) }),
    pluginOptions: Object.freeze({ ...objectOf(definition['pluginOptions']) }),
    attributes: attributesOf(component, definition, {}, {}),
  };
}

/** `blog-post` → `BlogPost`. */
const globalIdOf = (name: string): string =>
  name.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, first: string) => first.toUpperCase());

function attributesOf(
  shaped: Shaped,
  definition: Definition,
  system: Readonly<Record<string, AttributeView>>,
  added: PlainObject,
): ModelView['attributes'] {
  const given = attributesIn(definition);
  const attributes = attributesForCode(shaped).filter((one) => one.kind !== 'scalar' || !one.system);
  const described = attributes.map((one) => {
    const view = { ...objectOf(given[one.name]), ...describe(one) };
    return [one.name, Object.hasOwn(added, one.name) ? view : Object.freeze(view)];
  });
  return fixedAttributes(
    { ...(Object.fromEntries(described) as Record<string, AttributeView>), ...system },
    shaped.uid,
    added,
  );
}

/** The attributes that existing code expects on every content-type beside those of its file. */
function systemAttributes({ uid, localized }: ContentType): Readonly<Record<string, AttributeView>> {
  const date = { type: 'datetime', configurable: false, writable: false, visible: false, private: false };
  const person = {
    type: 'relation',
    relation: 'oneToOne',
    target: 'admin::user',
    configurable: false,
    writable: false,
    visible: false,
    useJoinTable: false,
    private: true,
  };
  const locale = { writable: true, private: !localized, configurable: false, visible: false };
  return {
    createdAt: date,
    updatedAt: date,
    publishedAt: { ...date, writable: true },
    createdBy: person,
    updatedBy: person,
    locale: { type: 'string', ...locale },
    localizations: {
      type: 'relation',
      relation: 'oneToMany',
      target: uid,
      ...locale,
      writable: false,
      unstable_virtual: true,
    },
  };
}

function describe(attribute: Attribute): AttributeView {
  const { required, private: isPrivate } = attribute;
  const both = { required, private: isPrivate };
  switch (attribute.kind) {
    case 'scalar':
      return { type: attribute.type, unique: attribute.unique, ...both };
    case 'relation':
      return attribute.media === undefined
        ? { type: 'relation', relation: attribute.relation, target: attribute.target, ...both }
        : { type: 'media', multiple: attribute.many, ...both };
    case 'component':
      return { type: 'component', component: attribute.component, repeatable: attribute.repeatable, ...both };
    case 'zone':
      return { type: 'dynamiczone', components: attribute.components, ...both };
  }
}
