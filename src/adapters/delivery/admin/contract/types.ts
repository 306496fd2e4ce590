import * as t from 'io-ts';
import type { Attribute, Component, ContentType } from '../../../../domain/schema/schema.js';
import { listOf, oneOf } from './wire.js';

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

/** What is sure of each; the rest follows from the options in the file of the content-type. */
const attributes = listOf(
  t.intersection([
    t.type({
      name: t.string,
      kind: oneOf(['scalar', 'relation', 'component', 'zone']),
      required: t.boolean,
      localized: t.boolean,
    }),
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
        more,
      ]),
    ),
    components: listOf(t.intersection([t.type({ uid: t.string, displayName: t.string, attributes }), more])),
    defaultLocale: t.string,
  },
  'Schema',
);
