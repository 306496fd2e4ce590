import { equals } from '../query/compare.js';
import type { Layer } from '../query/query.js';
import { fileType } from '../schema/built-in-uids.js';
import type { Attribute, ContentType, Relation, Uid } from '../schema/schema.js';
import {
  authorOf,
  decide,
  decideRead,
  filterFor,
  seesPrivate,
  unlimited,
  type Action,
  type Permission,
  type Principal,
} from './permission.js';

/** Decides what `principal` may link of `type` in `layer`: what they may find, and files that they have uploaded. */
export function decideLink(principal: Principal, type: ContentType, layer: Layer): Permission | null {
  const find = decideRead(principal, type, layer);
  const uploader = type.uid === fileType ? authorOf(principal) : null;
  if (uploader === null || (find !== null && find.filter === null)) return find;
  const own = equals('uploader', uploader);
  const found = find && filterFor(principal, find);
  return { fields: find?.fields ?? null, filter: found ? { kind: 'or', filters: [found, own] } : own };
}

/** Whether the principal may link any documents of `type`, in either layer. */
export const mayLink = (principal: Principal, type: ContentType): boolean =>
  (['published', 'draft'] as const).some((layer) => decideLink(principal, type, layer) !== null);

/**
 * What the answer of a write may show: what the writer may read or, if they have no grant to read, what the write
 * covers. The filter applies to the version in the answer. When the answer is a draft, `ofDraft` names the attributes
 * that were sent: a writer who may not find drafts gets only these, as others may have written the rest.
 */
export function shownAfter(
  principal: Principal,
  action: Action,
  type: Uid,
  ofDraft?: ReadonlySet<string>,
): Permission {
  const read = readAfter(principal, type, ofDraft !== undefined);
  if (read !== null) return read;
  const fields = decide(principal, action, type)?.fields ?? null;
  if (ofDraft === undefined || action === 'create') return { fields, filter: null };
  return { fields: new Set([...ofDraft].filter((name) => fields?.has(name) ?? true)), filter: null };
}

/** What a writer may read of what was written; null: nothing. */
export const readAfter = (principal: Principal, type: Uid, isDraft: boolean): Permission | null =>
  isDraft
    ? decide(principal, 'findDrafts', type)
    : (decide(principal, 'findOne', type) ?? decide(principal, 'find', type));

/**
 * What `principal` may change of the links that documents of `type` have in `relation`, from either end; null: nothing.
 * Links that decide permissions (`decisiveRelations`) need `update` of that attribute.
 */
export function mayRelink(
  principal: Principal,
  type: Uid,
  relation: Relation,
  decisive: ReadonlySet<Relation>,
): Permission | null {
  if (!decisive.has(relation)) return unlimited;
  const update = decide(principal, 'update', type);
  return update === null || update.fields === null || update.fields.has(relation.name) ? update : null;
}

/**
 * The attributes that a write within `permission` may set; null: all. A grant with a filter covers private attributes
 * only if its `fields` name them, so that a writer does not set what they cannot see. Passwords are exempt, as nobody
 * can see them.
 */
export function writableFields(
  principal: Principal,
  { fields, filter, added }: Permission,
  { attributes }: ContentType,
): ReadonlySet<string> | null {
  if (writesPrivate(principal, { fields, filter })) return fields;
  const isOpen = (attribute: Attribute): boolean =>
    !isClosed(attribute) || added?.has(attribute.name) === true;
  return new Set([...attributes.values()].filter(isOpen).map(({ name }) => name));
}

/**
 * Whether a write within `permission` may set private attributes inside components, which `fields` can only name as a
 * whole.
 */
export const writesPrivate = (principal: Principal, { fields, filter }: Permission): boolean =>
  fields !== null || filter === null || seesPrivate(principal);

/** Whether a write without the right to private attributes may not set this attribute. */
export const isClosed = (attribute: Attribute): boolean =>
  attribute.private && !(attribute.kind === 'scalar' && attribute.type === 'password');
