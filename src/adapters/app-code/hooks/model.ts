import type { Attribute, ContentType } from '../../../domain/schema/schema.js';

/** A content-type as hooks know it. */
export interface Model {
  readonly uid: string;
  readonly kind: ContentType['kind'];
  readonly modelName: string;
  readonly singularName: string;
  readonly pluralName: string;
  readonly displayName: string;
  readonly tableName: string;
  readonly collectionName: string;
  readonly attributes: Readonly<Record<string, { readonly type: string }>>;
}

export const modelOf = (type: ContentType): Model =>
  Object.freeze({
    uid: type.uid,
    kind: type.kind,
    modelName: type.singularName,
    singularName: type.singularName,
    pluralName: type.pluralName,
    displayName: type.displayName,
    tableName: type.collectionName,
    collectionName: type.collectionName,
    attributes: Object.freeze(
      Object.fromEntries([...type.attributes.values()].map((each) => [each.name, describe(each)])),
    ),
  });

function describe(attribute: Attribute): { readonly type: string } {
  switch (attribute.kind) {
    case 'scalar':
      return { type: attribute.type };
    case 'relation':
      return Object.freeze({ type: 'relation', relation: attribute.relation, target: attribute.target });
    case 'component':
      return Object.freeze({
        type: 'component',
        component: attribute.component,
        repeatable: attribute.repeatable,
      });
    case 'zone':
      return Object.freeze({ type: 'dynamiczone', components: attribute.components });
  }
}
