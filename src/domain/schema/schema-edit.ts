import type { Uid } from './schema.js';

/** An attribute as a schema file has it. */
export type AttributeDefinition = Readonly<Record<string, unknown>>;

/** A layout as its file has it. */
export type LayoutDefinition = Readonly<Record<string, unknown>>;

/** What can be said of a content-type or component as a whole. Absent members stay as they are. */
export interface ShapeOptions {
  readonly displayName?: string;
  readonly description?: string;
  readonly singularName?: string;
  readonly pluralName?: string;
  readonly collectionName?: string;
  readonly draftAndPublish?: boolean;
  readonly localized?: boolean;
}

interface AttributeEdit<Kind extends string> {
  readonly edit: Kind;
  readonly uid: Uid;
  readonly name: string;
  readonly attribute: AttributeDefinition;
}

/** One step of a change of the schema files. Steps follow each other: a later one sees what the former have made. */
export type SchemaEdit =
  | {
      readonly edit: 'addType';
      readonly uid: Uid;
      readonly kind: 'collectionType' | 'singleType';
      readonly options: ShapeOptions;
    }
  | { readonly edit: 'addComponent'; readonly uid: Uid; readonly options: ShapeOptions }
  | { readonly edit: 'changeShape'; readonly uid: Uid; readonly options: ShapeOptions }
  | { readonly edit: 'removeShape'; readonly uid: Uid }
  /** Writes the whole layout of a content-type or component; null: removes its file. */
  | { readonly edit: 'setLayout'; readonly uid: Uid; readonly layout: LayoutDefinition | null }
  | AttributeEdit<'addAttribute'>
  | AttributeEdit<'changeAttribute'>
  | { readonly edit: 'renameAttribute'; readonly uid: Uid; readonly name: string; readonly to: string }
  /** Gives an attribute another place in its file; null: the last one. */
  | {
      readonly edit: 'moveAttribute';
      readonly uid: Uid;
      readonly name: string;
      readonly before: string | null;
    }
  | { readonly edit: 'removeAttribute'; readonly uid: Uid; readonly name: string };
