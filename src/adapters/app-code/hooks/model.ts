import { attributesForCode } from '../../../domain/schema/built-in.js';
import type { Attribute, Component, ContentType } from '../../../domain/schema/schema.js';

/** A content-type or a component as hooks know it. */
export interface Model {
  readonly uid: string;
  readonly modelType: 'contentType' | 'component';
  readonly modelName: string;
  readonly singularName: string;
  readonly displayName: string;
  readonly attributes: Readonly<Record<string, { readonly type: string }>>;
  /** The members that only content-types have. */
  readonly kind?: ContentType['kind'];
  readonly pluralName?: string;
  readonly tableName?: string;
  readonly collectionName?: string;
}

export const modelOf = (type: ContentType | Component): Model =>
  Object.freeze({
    uid: type.uid,
    displayName: type.displayName,
    ...(type.shaped === 'component' ? ofComponent(type) : ofContentType(type)),
    attributes: Object.freeze(
      Object.fromEntries(attributesForCode(type).map((each) => [each.name, describe(each)])),
    ),
  });

const ofContentType = ({ kind, singularName, pluralName, collectionName }: ContentType) => ({
  modelType: 'contentType' as const,
  kind,
  modelName: singularName,
  singularName,
  pluralName,
  tableName: collectionName,
  collectionName,
});

function ofComponent({ uid, category }: Component) {
  const name = uid.slice(category.length + 1);
  return { modelType: 'component' as const, modelName: name, singularName: name };
}

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
