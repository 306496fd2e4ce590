import type { ContentType } from '../../../domain/schema/schema.js';
import { requestStorage } from '../../delivery/codec/request-context.js';
import type { Core } from './core.js';
import { nested } from './nest-values.js';

/**
 * Puts what an action found into the envelope of REST. Null and undefined stay as they are, and end as 404. Throws for a
 * value that is no document.
 */
export function presented(core: Core, type: ContentType, data: unknown, meta: object): unknown {
  if (data === null || data === undefined) return data;
  if (typeof data !== 'object')
    throw new TypeError('transformResponse takes documents: objects or lists of them');
  return { data: isNestedAsked() ? nested(core.schema, type, data) : data, meta };
}

/** Clients that migrate ask for the format of Strapi 4. */
export function isNestedAsked(): boolean {
  const format = requestStorage.getStore()?.req.headers['strapi-response-format'];
  return typeof format === 'string' && format.trim().toLowerCase() === 'v4';
}
