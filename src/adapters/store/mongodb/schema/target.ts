import type { Document } from 'mongodb';
import type {
  EndOrigin as End,
  LinkOrigin as LinkOfEnds,
  TypeOrigin,
} from '../../../../domain/schema/origin.js';
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

export type Origin = TypeOrigin | LinkOrigin;

export interface LinkOrigin extends LinkOfEnds<EndOrigin> {
  /** Whether links have a place in each layer: an end has drafts. */
  readonly layered: boolean;
}

export interface EndOrigin extends End {
  readonly drafts: boolean;
  readonly localized: boolean;
}
