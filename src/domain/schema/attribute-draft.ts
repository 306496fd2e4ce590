import type { Condition } from '../layout/layout.js';
import type { ComponentAttribute, RelationKind, Scalar, Uid, Zone } from './schema.js';
import type { SchemaNode } from './schema-node.js';

/** What attributes of every type have. */
export interface AttributeBasics {
  readonly name: string;
  readonly private: boolean;
  readonly required: boolean;
  readonly localized: boolean;
  readonly renamedFrom?: string;
  readonly visibleIf?: Condition;
  readonly requiredIfVisible?: true;
}

/** An attribute as its own schema file declares it, before relations are joined to their other ends. */
export type AttributeDraft = Scalar | ComponentAttribute | Zone | RelationDraft;

/** A relation as one end declares it. */
export interface RelationDraft {
  readonly kind: 'relation-draft';
  readonly node: SchemaNode;
  readonly basics: AttributeBasics;
  readonly relation: RelationKind;
  readonly target: Uid;
  readonly inversedBy?: string;
  readonly mappedBy?: string;
  readonly media?: { readonly allowedTypes: readonly string[] };
}
