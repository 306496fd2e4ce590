import {
  isContent,
  type ContentType,
  type Link,
  type Schema,
  type Side,
  type Stored,
} from '../schema/schema.js';
import type { Change } from './change.js';

/** One end of a link, in the locale that the links of a document there name. */
export interface LinkPlace {
  readonly link: Link;
  readonly side: Side;
  readonly locale: string;
}

/** The ends of links at which documents of a type stand. */
export const endsOf = (
  schema: Schema,
  { uid }: ContentType,
): readonly { readonly link: Link; readonly side: Side }[] =>
  schema.links.flatMap((link) =>
    (['source', 'target'] as const).filter((side) => link[side].type === uid).map((side) => ({ link, side })),
  );

/** Where edits of the document may wait for its publishing: the ends that it has an attribute for. */
export const pendingEndsOf = (
  schema: Schema,
  { type, locale }: Change & { readonly locale: string },
): readonly LinkPlace[] =>
  endsOf(schema, type)
    .filter(({ link, side }) => link[side].attribute !== undefined)
    .map(({ link, side }) => ({ link, side, locale: link[side].localized ? locale : '' }));

/** The attributes that all locales of a document have in common. */
export const sharedOf = ({ localized, attributes }: ContentType): readonly Stored[] =>
  localized ? [...attributes.values()].filter(isContent).filter((attribute) => !attribute.localized) : [];
