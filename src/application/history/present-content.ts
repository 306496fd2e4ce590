import { textOf } from '../../domain/document/text-of.js';
import { mapMembers, type FittedContent } from '../../domain/history/fit-content.js';
import type { Content } from '../../domain/history/content.js';
import { decideRead, systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import { layersOf } from '../../domain/plan/change.js';
import { compare } from '../../domain/query/compare.js';
import { ok, type Result } from '../../domain/result.js';
import {
  contentTypeOf,
  type ContentType,
  type Json,
  type Schema,
  type Uid,
} from '../../domain/schema/schema.js';
import { systemQuery } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';

interface Presenting {
  readonly schema: Schema;
  readonly documents: Documents;
}

/** Linked documents of one type, by documentId. */
interface Targets {
  /** Those that exist. */
  readonly there: ReadonlySet<string>;
  /** The titles of those that the principal may find; null: they may find none of the type. */
  readonly titles: ReadonlyMap<string, Json> | null;
}

/** Replaces documentIds in relations by `{documentId, title}`, or `{documentId, gone: true}`. */
export async function presentContent(
  presenting: Presenting,
  principal: Principal,
  type: ContentType,
  { content }: FittedContent,
): Promise<Result<Content>> {
  const { schema } = presenting;
  const targets = new Map<Uid, Targets>();
  for (const [uid, ids] of linkedIds(schema, type, content)) {
    const found = await findTargets(presenting, principal, contentTypeOf(schema, uid), [...ids]);
    if (!found.ok) return found;
    targets.set(uid, found.value);
  }
  return ok(
    mapMembers(schema, type, content, (relation, value) => {
      const known = targets.get(relation.target);
      const shown = idsOf(value).flatMap((documentId) => presentTarget(known, documentId));
      return relation.many ? shown : (shown[0] ?? null);
    }),
  );
}

const idsOf = (value: Json): readonly string[] =>
  (Array.isArray(value) ? value : value === null ? [] : [value]) as readonly string[];

/** What the principal may not find is left out, as where relations are populated. */
function presentTarget(targets: Targets | undefined, documentId: string): readonly Json[] {
  if (targets === undefined || targets.titles === null) return [];
  if (!targets.there.has(documentId)) return [{ documentId, gone: true }];
  const title = targets.titles.get(documentId);
  return title === undefined ? [] : [{ documentId, title }];
}

/** Returns the documentIds of all relations, by type. */
export function linkedIds(
  schema: Schema,
  type: ContentType,
  content: Content,
): ReadonlyMap<Uid, ReadonlySet<string>> {
  const found = new Map<Uid, Set<string>>();
  mapMembers(schema, type, content, (relation, value) => {
    const ids = found.get(relation.target) ?? new Set();
    for (const id of idsOf(value)) ids.add(id);
    if (ids.size > 0) found.set(relation.target, ids);
    return value;
  });
  return found;
}

async function findTargets(
  presenting: Presenting,
  principal: Principal,
  target: ContentType,
  ids: readonly string[],
): Promise<Result<Targets>> {
  const there = await existing(presenting, target, ids);
  if (!there.ok) return there;
  const titles = new Map<string, Json>();
  let mayFind = false;
  for (const layer of layersOf(target)) {
    const permission = decideRead(principal, target, layer);
    if (permission === null) continue;
    mayFind = true;
    const title = titleOf(target, permission.fields);
    const found = await find(presenting, principal, target, ids, layer, title);
    if (!found.ok) return found;
    for (const document of found.value) {
      const id = textOf(document['documentId']);
      if (!titles.has(id)) titles.set(id, title === undefined ? null : (document[title] ?? null));
    }
  }
  return ok({ there: there.value, titles: mayFind ? titles : null });
}

/** Returns which of the documents exist. */
export async function existing(
  presenting: Presenting,
  target: ContentType,
  ids: readonly string[],
): Promise<Result<ReadonlySet<string>>> {
  const [layer = 'published'] = layersOf(target);
  const found = await find(presenting, systemPrincipal, target, ids, layer, undefined);
  return found.ok ? ok(new Set(found.value.map(({ documentId }) => textOf(documentId)))) : found;
}

/** Documents that one query asks for; each may have several locales. */
const batch = 200;

async function find(
  { documents }: Presenting,
  principal: Principal,
  { uid }: ContentType,
  ids: readonly string[],
  layer: 'draft' | 'published',
  title: string | undefined,
): Promise<Result<readonly Content[]>> {
  const all: Content[] = [];
  for (let start = 0; start < ids.length; start += batch) {
    const query = systemQuery(uid, {
      filters: compare('documentId', '$in', ids.slice(start, start + batch)),
      fields: ['documentId', ...(title === undefined ? [] : [title])],
      layer,
      locale: '*',
    });
    const found = await documents.find(principal, query);
    if (!found.ok) return found;
    all.push(...found.value.answer.documents());
  }
  return ok(all);
}

const usual = ['title', 'name', 'label', 'username', 'displayName'];

/** The attribute that names a document: one with a usual name, else the first text that is readable. */
function titleOf({ attributes }: ContentType, fields: ReadonlySet<string> | null): string | undefined {
  const texts = [...attributes.values()].filter(
    (attribute) =>
      attribute.kind === 'scalar' &&
      attribute.type === 'string' &&
      !attribute.system &&
      !attribute.private &&
      (fields === null || fields.has(attribute.name)),
  );
  const names = texts.map(({ name }) => name);
  return usual.find((name) => names.includes(name)) ?? names[0];
}
