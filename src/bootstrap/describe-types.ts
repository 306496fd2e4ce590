import type { ComponentView, ContentTypeView, ModelView } from '../adapters/app-code/describe-schema.js';
import type { DescribedType } from '../adapters/delivery/rest/description/serve-types.js';
import { isPlainObject, type PlainObject } from '../domain/document/plain-object.js';
import { fileType, internalTypes } from '../domain/schema/built-in-uids.js';
import type { Parts } from './parts.js';

/**
 * Describes the content-types of an app, and those of the server that it can extend, as Strapi's content-type builder does, but
 * without private attributes.
 */
export const describedTypes = ({ appBase }: Pick<Parts, 'appBase'>): readonly DescribedType[] =>
  Object.values(appBase.contentTypes)
    .filter(({ uid }) => !internalTypes.has(uid))
    .map((type) => describedType(type, appBase));

export const describedComponents = ({ appBase }: Pick<Parts, 'appBase'>): readonly DescribedType[] =>
  Object.values(appBase.components).map((component) => describedComponent(component, appBase));

type Views = Pick<Parts['appBase'], 'contentType'>;

function describedType(type: ContentTypeView, views: Views): DescribedType {
  const { uid, kind, modelName, plugin, collectionName, info, options, pluginOptions } = type;
  const builder = pluginOptions['content-type-builder'];
  const visible = !isPlainObject(builder) || builder['visible'] !== false;
  return {
    uid,
    ...(plugin !== undefined && { plugin }),
    apiID: modelName,
    schema: {
      draftAndPublish: options['draftAndPublish'],
      displayName: info['displayName'],
      singularName: info['singularName'],
      pluralName: info['pluralName'],
      description: info['description'] ?? '',
      pluginOptions,
      kind,
      collectionName,
      attributes: attributesOf(type, views),
      visible,
      restrictRelationsTo: uid === fileType || !visible ? [] : null,
    },
  };
}

function describedComponent(component: ComponentView, views: Views): DescribedType {
  const { uid, category, modelName, collectionName, info, pluginOptions } = component;
  return {
    uid,
    category,
    apiId: modelName,
    schema: {
      displayName: info['displayName'],
      description: info['description'] ?? '',
      icon: info['icon'],
      collectionName,
      pluginOptions,
      attributes: attributesOf(component, views),
    },
  };
}

const attributesOf = ({ attributes }: ModelView, views: Views): PlainObject =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => isShown(attribute))
      .map(([name, attribute]) => [
        name,
        attribute.type === 'relation' ? withOtherEnd(attribute, views) : attribute,
      ]),
  );

const isShown = (attribute: PlainObject): boolean =>
  attribute['visible'] !== false && attribute['private'] !== true;

/** Without the name of the other end where that is private. */
function withOtherEnd(relation: PlainObject, { contentType }: Views): PlainObject {
  const { inversedBy, mappedBy, target, ...others } = relation;
  const name = (inversedBy ?? mappedBy ?? null) as string | null;
  const end = name === null ? undefined : contentType(String(target))?.attributes[name];
  return end === undefined || !isShown(end)
    ? { ...others, target, targetAttribute: null }
    : { ...relation, targetAttribute: name };
}
