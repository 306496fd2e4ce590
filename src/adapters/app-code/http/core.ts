import type { Documents } from '../../../application/documents/documents.js';
import type { Schema } from '../../../domain/schema/schema.js';
import type { QueryDecoder } from '../../delivery/codec/create-query-decoder.js';
import type { PagingLimits } from '../../delivery/codec/pagination.js';

/** What the core controllers and services of an app work with. */
export interface Core {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly paging: PagingLimits;
  readonly decoder: QueryDecoder;
  /** The service of a UID, as app code gets it; undefined if no file makes one. */
  serviceOf(uid: string): unknown;
}

const cores = new WeakMap<object, Core>();

/** Makes `createCoreController` and its like work with this app object. */
export const setCore = (app: object, core: Core): void => void cores.set(app, core);

/** Returns what an app object's core controllers work with. Throws for an object that is none. */
export function coreOf(app: unknown): Core {
  const core = typeof app === 'object' && app !== null ? cores.get(app) : undefined;
  if (core === undefined)
    throw new TypeError('createCoreController and createCoreService are called with { strapi }');
  return core;
}
