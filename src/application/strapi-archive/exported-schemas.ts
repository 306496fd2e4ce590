import type { Attribute, Component, ContentType, Json, Schema } from '../../domain/schema/schema.js';
import { folderType, internalTypes } from '../../domain/schema/built-in-uids.js';

type Members = Readonly<Record<string, Json>>;

/** Returns the schema of each content-type and component as Strapi exports it. */
export const exportedSchemas = (schema: Schema): readonly Members[] => [
  ...[...schema.contentTypes.values()]
    .filter(({ uid }) => uid !== folderType && !internalTypes.has(uid))
    .map(contentType),
  ...[...schema.components.values()].map(component),
];

const i18n = (localized: boolean): Members => ({ i18n: { localized } });

function contentType(type: ContentType): Members {
  const [, plugin = '', modelName = ''] = /^\w+::([^.]+)\.(.+)$/.exec(type.uid) ?? [];
  return {
    collectionName: type.collectionName,
    info: {
      singularName: type.singularName,
      pluralName: type.pluralName,
      displayName: type.displayName,
      description: type.description,
    },
    options: { draftAndPublish: type.draftAndPublish },
    pluginOptions: type.localized ? i18n(true) : {},
    attributes: attributesOf(type),
    kind: type.kind,
    modelType: 'contentType',
    modelName,
    uid: type.uid,
    ...(type.uid.startsWith('plugin::') && { plugin }),
    globalId: modelName,
  };
}

const component = (shaped: Component): Members => ({
  collectionName: `components_${shaped.uid.replaceAll(/[.-]/g, '_')}`,
  info: { displayName: shaped.displayName },
  options: {},
  attributes: attributesOf(shaped),
  modelType: 'component',
  modelName: shaped.uid.slice(shaped.category.length + 1),
  uid: shaped.uid,
  category: shaped.category,
  globalId: shaped.uid,
});

const attributesOf = ({ attributes }: ContentType | Component): Members =>
  Object.fromEntries(
    [...attributes.values()]
      .filter((attribute) => !(attribute.kind === 'scalar' && attribute.system))
      .filter((attribute) => !(attribute.kind === 'relation' && attribute.place.kind === 'translations'))
      .map((attribute) => [
        attribute.name,
        {
          ...kindOf(attribute),
          ...((attribute.required || attribute.requiredIfVisible) && { required: true }),
          ...(attribute.private && { private: true }),
          pluginOptions: i18n(attribute.localized),
        },
      ]),
  );

function kindOf(attribute: Attribute): Members {
  switch (attribute.kind) {
    case 'scalar':
      return {
        type: attribute.type,
        ...(attribute.unique && { unique: true }),
        ...(attribute.enum !== undefined && { enum: attribute.enum }),
        ...(attribute.targetField !== undefined && { targetField: attribute.targetField }),
      };
    case 'component':
      return { type: 'component', component: attribute.component, repeatable: attribute.repeatable };
    case 'zone':
      return { type: 'dynamiczone', components: attribute.components };
    case 'relation': {
      if (attribute.media !== undefined)
        return { type: 'media', multiple: attribute.many, allowedTypes: attribute.media.allowedTypes };
      const { place } = attribute;
      const other =
        place.kind === 'link'
          ? place.link[place.side === 'source' ? 'target' : 'source'].attribute
          : undefined;
      const end = place.kind === 'link' && place.side === 'target' ? 'mappedBy' : 'inversedBy';
      return {
        type: 'relation',
        relation: attribute.relation,
        target: attribute.target,
        ...(other !== undefined && { [end]: other }),
      };
    }
  }
}
