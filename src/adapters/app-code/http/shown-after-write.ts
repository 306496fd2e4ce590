import { isPlainObject } from '../../../domain/document/plain-object.js';
import { decideTarget, type Principal } from '../../../domain/permission/permission.js';
import { readAfter } from '../../../domain/permission/write-permission.js';
import { isSystem, type ContentType } from '../../../domain/schema/schema.js';
import type { Core } from './core.js';

interface Writing {
  readonly asker: Principal;
  readonly query: Readonly<Record<string, unknown>>;
  /** The data of an update; absent: all of the document is the asker's. */
  readonly sent?: unknown;
}

/**
 * What a writer may see of a draft that a service has written with the rights of the server. Others may have written the rest of
 * it, and what it links may be no more than a draft.
 */
export function shownAfterWrite(
  { schema }: Core,
  { uid, attributes, draftAndPublish }: ContentType,
  { asker, query, sent }: Writing,
  written: unknown,
): unknown {
  if (!draftAndPublish || !isPlainObject(written)) return written;
  if (query['status'] !== 'draft' && written['publishedAt'] !== null) return written;
  const isOpen = sent === undefined || readAfter(asker, uid, true) !== null;
  const isShown = (name: string): boolean => {
    const attribute = attributes.get(name);
    if (attribute === undefined || isSystem(attribute)) return true;
    const isRelation = attribute.kind === 'relation';
    if (isRelation && decideTarget(asker, schema, attribute, 'draft') === null) return false;
    return isOpen || (isPlainObject(sent) && Object.hasOwn(sent, name));
  };
  return Object.fromEntries(Object.entries(written).filter(([name]) => isShown(name)));
}
