import type { Documents } from '../../../application/documents/documents.js';
import type { DocumentsDependencies } from '../../../application/documents/use-cases.js';
import type { Schema } from '../../../domain/schema/schema.js';
import type { QueryDecoder } from '../../delivery/codec/create-query-decoder.js';
import type { PagingLimits } from '../../delivery/codec/pagination.js';

/** What the core controllers and services of an app work with. */
export interface Core {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly paging: PagingLimits;
  /** What a request may cost. */
  readonly budget?: DocumentsDependencies['budget'];
  readonly decoder: QueryDecoder;
  /** What every controller and service of a content-type has, by UID. */
  readonly bases: {
    readonly controllers: Map<string, object>;
    readonly services: Map<string, object>;
  };
  /** The service of a UID, as app code gets it; undefined if no file makes one. */
  serviceOf(uid: string): unknown;
}

/** A registered symbol, because code of apps may load another instance of this module. */
const core: unique symbol = Symbol.for('quire.core');

/** Makes `createCoreController` and its like work with this app object. */
export const setCore = (app: object, made: Core): void =>
  void Object.defineProperty(app, core, { value: made, configurable: true });

/** Returns what an app object's core controllers work with. Throws for an object that is none. */
export function coreOf(app: unknown): Core {
  const made = (app as { readonly [core]?: Core } | null | undefined)?.[core];
  if (made === undefined)
    throw new TypeError('createCoreController and createCoreService are called with { strapi }');
  return made;
}
