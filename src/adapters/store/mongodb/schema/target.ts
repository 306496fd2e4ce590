import type { Document } from 'mongodb';
import type { Uid } from '../../../../domain/schema/schema.js';
import type { AttributeRecords, ComponentRecords } from './shape.js';

/** Everything that a schema wants of a database. It is JSON, so that it can be kept until it is reached. */
export interface Target {
  /** By name. */
  readonly collections: Readonly<Record<string, Wanted>>;
  readonly components: ComponentRecords;
  /** What versions get, or must have, when locales are turned on or off. */
  readonly defaultLocale: string;
}

export interface Wanted {
  readonly origin: Origin;
  /** What the versions hold; links have none. */
  readonly attributes: AttributeRecords;
  readonly indexes: readonly Index[];
}

export interface Index {
  readonly name: string;
  readonly fields: readonly string[];
  readonly unique: boolean;
  readonly where: Document | null;
}

/** What a collection is for. Kept in `quire_schema`, so that renames, leftovers and switched options are recognised. */
export type Origin = TypeOrigin | LinkOrigin;

export interface TypeOrigin {
  readonly kind: 'type';
  readonly uid: Uid;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly renamedFrom?: string;
}

export interface LinkOrigin {
  readonly kind: 'link';
  /** Whether links have a place in each layer: an end has drafts. */
  readonly layered: boolean;
  readonly source: EndOrigin;
  readonly target: EndOrigin;
}

export interface EndOrigin {
  readonly type: Uid;
  readonly attribute?: string;
  readonly many: boolean;
  readonly drafts: boolean;
  readonly localized: boolean;
  readonly renamedFrom?: string;
}
