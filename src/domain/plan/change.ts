import type { Input } from '../document/input.js';
import type { Layer } from '../query/query.js';
import type { ContentType } from '../schema/schema.js';

/** A checked mutation: its refs name documents (`documentId`), its passwords are hashed. */
export type Change =
  | (Addressed & { readonly kind: 'create' | 'update'; readonly input: Input; readonly now: string })
  | (Addressed & { readonly kind: 'delete' });

interface Addressed {
  readonly type: ContentType;
  readonly documentId: string;
  readonly layer: Layer;
  /** `''` for types without locales. */
  readonly locale: string;
}

/** A change that brings values. */
export type ValueChange = Extract<Change, { readonly input: Input }>;

/** The layers that a change writes: a draft alone, or the draft and what is published with it. */
export const layersOf = ({ type, layer }: Change): readonly Layer[] => {
  if (!type.draftAndPublish) return ['published'];
  return layer === 'draft' ? ['draft'] : ['draft', 'published'];
};
