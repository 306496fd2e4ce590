import * as t from 'io-ts';
import type { Attribute, Component, ContentType } from '../../../../domain/schema/schema.js';
import { Integer, listOf, oneOf } from './wire.js';

/** The content-types and components that the administrator may see anything of, with these attributes. */
export interface WireSchema {
  readonly hash: string;
  readonly types: readonly WireType[];
  readonly components: readonly WireComponent[];
  readonly defaultLocale: string;
}

/** A content-type of the domain, with its attributes as a list. */
export type WireType = Omit<ContentType, 'attributes'> & {
  readonly attributes: readonly Attribute[];
  /** The attribute that names a document for people; `documentId` if there is none better. */
  readonly label: string;
  /** The field that lists it in the flat format of GraphQL. */
  readonly graphqlList: string;
};

export type WireComponent = Omit<Component, 'attributes'> & { readonly attributes: readonly Attribute[] };

/** Other members. */
const more = t.UnknownRecord as unknown as t.Type<object>;

/** A condition over other attributes of the same entry or item: `and`, `or`, or the comparison of one. */
const condition = t.partial({
  visibleIf: t.intersection([t.type({ kind: oneOf(['and', 'or', 'compare']) }), more]),
});

/** What a layout file says of an attribute; `width` is in twelfths of a row. */
const attributeLayout = t.intersection(
  [
    t.type({ width: Integer }),
    t.partial({
      label: t.string,
      help: t.string,
      placeholder: t.string,
      hidden: t.literal(true),
      readOnly: t.literal(true),
    }),
    condition,
  ],
  'AttributeLayout',
);

/** What a layout file says of a content-type or component. */
const layout = t.intersection(
  [
    t.partial({ title: t.string, columns: listOf(t.string) }),
    t.type({
      /** In order; only one, without a label, if entries have no tabs. Attributes that none names follow in the first. */
      tabs: listOf(
        t.intersection([
          t.type({ attributes: listOf(t.string) }),
          t.partial({ label: t.string, help: t.string }),
        ]),
      ),
    }),
  ],
  'Layout',
);

/** What is sure of each; the rest follows from the options in the file of the content-type. */
const attributes = listOf(
  t.intersection([
    t.type({
      name: t.string,
      kind: oneOf(['scalar', 'relation', 'component', 'zone']),
      required: t.boolean,
      localized: t.boolean,
    }),
    t.partial({ layout: attributeLayout }),
    condition,
    more,
  ]),
);

export const SchemaAnswer = t.type(
  {
    hash: t.string,
    types: listOf(
      t.intersection([
        t.type({
          uid: t.string,
          kind: oneOf(['collectionType', 'singleType']),
          singularName: t.string,
          pluralName: t.string,
          displayName: t.string,
          draftAndPublish: t.boolean,
          localized: t.boolean,
          label: t.string,
          graphqlList: t.string,
          attributes,
        }),
        t.partial({ layout }),
        more,
      ]),
    ),
    components: listOf(
      t.intersection([
        t.type({ uid: t.string, displayName: t.string, attributes }),
        t.partial({ layout, description: t.string, icon: t.string }),
        more,
      ]),
    ),
    defaultLocale: t.string,
  },
  'Schema',
);
