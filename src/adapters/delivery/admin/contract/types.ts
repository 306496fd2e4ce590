import type { Attribute, Component, ContentType } from '../../../../domain/schema/schema.js';

/** `GET schema/:hash`: the content-types and components that the administrator may see anything of, with these attributes. */
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
};

export type WireComponent = Omit<Component, 'attributes'> & { readonly attributes: readonly Attribute[] };
