import type { Attribute, ContentType } from '../../domain/schema/schema.js';

/** A content-type as the app's code may look at it: a copy under the names of `schema.json`, frozen. */
export interface ContentTypeView {
  readonly uid: string;
  readonly kind: ContentType['kind'];
  readonly collectionName: string;
  readonly info: { readonly singularName: string; readonly pluralName: string; readonly displayName: string };
  readonly options: { readonly draftAndPublish: boolean };
  readonly attributes: Readonly<Record<string, AttributeView>>;
}

export type AttributeView = Readonly<Record<string, unknown>> & { readonly type: string };

export function describeContentType(type: ContentType): ContentTypeView {
  const { uid, kind, collectionName, singularName, pluralName, displayName, draftAndPublish } = type;
  const own = [...type.attributes.values()].filter((one) => one.kind !== 'scalar' || !one.system);
  return Object.freeze({
    uid,
    kind,
    collectionName,
    info: Object.freeze({ singularName, pluralName, displayName }),
    options: Object.freeze({ draftAndPublish }),
    attributes: Object.freeze(Object.fromEntries(own.map((one) => [one.name, Object.freeze(describe(one))]))),
  });
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
