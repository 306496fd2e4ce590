import { textOf } from '../../domain/document/text-of.js';
import { notFound } from '../../domain/failure.js';
import { changedNames, type Content } from '../../domain/history/content.js';
import { fitContent, mapMembers, type FittedContent } from '../../domain/history/fit-content.js';
import { decideRead, systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import { compare } from '../../domain/query/compare.js';
import { err, ok, type Result } from '../../domain/result.js';
import {
  contentTypeOf,
  isSystem,
  type ContentType,
  type Json,
  type Schema,
} from '../../domain/schema/schema.js';
import { oneDocument, systemQuery } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { DocumentStore } from '../ports/document-store.js';
import type { DraftChanges, UnpublishedLink } from './history-service.js';
import { linkedIds, presentContent } from './present-content.js';
import { readContentNow } from './restore-version.js';

interface Dependencies {
  readonly schema: Schema;
  /** As clients read them. */
  readonly documents: Documents;
  readonly store: Pick<DocumentStore, 'read'>;
}

interface Version {
  readonly type: ContentType;
  readonly documentId: string;
  /** Empty for types without locales. */
  readonly locale: string;
}

/** Compares the draft of a version with what is published of it, as far as the principal may read drafts. */
export async function compareLayers(
  dependencies: Dependencies,
  principal: Principal,
  version: Version,
): Promise<Result<DraftChanges>> {
  const { schema, documents } = dependencies;
  const { type, documentId, locale } = version;
  const where = type.localized ? { locale } : {};
  const draft = await documents.findOne(principal, {
    ...oneDocument(type.uid, documentId, ['documentId']),
    layer: 'draft',
    ...where,
  });
  if (!draft.ok) return draft;
  if (draft.value.answer.size === 0) return err(notFound);
  // Who may read drafts may read what was published, except for attributes that a grant for it leaves out.
  const readable = layers.map((layer) => decideRead(principal, type, layer, 'findOne')?.fields ?? null);
  const read = async (layer: (typeof layers)[number]): Promise<Result<FittedContent>> => {
    const content = await readContentNow(dependencies, { ...version, layer });
    if (!content.ok) return content;
    const fitted = fitContent(schema, type, content.value);
    const shown = Object.entries(fitted.content).filter(([name]) => isShown(type, readable, name));
    const outdated = fitted.outdated.filter(({ name }) => isShown(type, readable, name.split('.')[0] ?? ''));
    return ok({ content: Object.fromEntries(shown), outdated });
  };
  const [then, now] = [await read('published'), await read('draft')];
  if (!then.ok) return then;
  if (!now.ok) return now;
  const [from, to] = [
    await presentContent({ schema, documents }, principal, type, then.value),
    await presentContent({ schema, documents }, principal, type, now.value),
  ];
  if (!from.ok) return from;
  if (!to.ok) return to;
  const unpublished = await unpublishedIn(dependencies, type, locale, to.value, now.value.content);
  if (!unpublished.ok) return unpublished;
  const published = withoutLinks(schema, type, to.value, unpublished.value);
  const names = changedNames(from.value, published);
  return ok({
    changes: names.map((name) => ({ name, from: from.value[name] ?? null, to: published[name] ?? null })),
    unpublished: unpublished.value,
    leftOut: [...new Set(now.value.outdated.map(({ name }) => name))],
  });
}

const layers = ['draft', 'published'] as const;

function isShown(
  { attributes }: ContentType,
  readable: readonly (ReadonlySet<string> | null)[],
  name: string,
): boolean {
  const attribute = attributes.get(name);
  const isOpen = attribute !== undefined && !attribute.private && !isSystem(attribute);
  return isOpen && readable.every((fields) => fields?.has(name) ?? true);
}

/** As it would be published: links to documents that are not published do not show. */
function withoutLinks(
  schema: Schema,
  type: ContentType,
  content: Content,
  links: readonly UnpublishedLink[],
): Content {
  const hidden = new Set(links.map(({ type: target, documentId }) => `${target} ${documentId}`));
  return mapMembers(schema, type, content, ({ target }, value) => {
    const isHidden = (one: Json): boolean =>
      hidden.has(`${target} ${textOf(((one ?? {}) as Content)['documentId'])}`);
    if (Array.isArray(value)) return value.filter((one: Json) => !isHidden(one));
    return isHidden(value) ? null : value;
  });
}

/** Finds the links to documents that are not published, of those that are shown. */
async function unpublishedIn(
  { schema, documents }: Dependencies,
  type: ContentType,
  locale: string,
  shown: Content,
  content: Content,
): Promise<Result<readonly UnpublishedLink[]>> {
  const hidden = new Set<string>();
  for (const [uid, ids] of linkedIds(schema, type, content)) {
    const target = contentTypeOf(schema, uid);
    if (!target.draftAndPublish) continue;
    const query = systemQuery(uid, {
      fields: ['documentId'],
      filters: compare('documentId', '$in', [...ids]),
      ...(target.localized && { locale: type.localized ? locale : '*' }),
    });
    const found = await documents.find(systemPrincipal, query);
    if (!found.ok) return found;
    const published = new Set(found.value.answer.documents().map((row) => textOf(row['documentId'])));
    for (const id of ids) if (!published.has(id)) hidden.add(`${uid} ${id}`);
  }
  const links: UnpublishedLink[] = [];
  for (const [name, value] of Object.entries(shown))
    mapMembers(schema, type, { [name]: value }, ({ target }, linked) => {
      for (const one of Array.isArray(linked) ? linked : [linked]) {
        const { documentId, title, gone } = (one ?? {}) as Content;
        if (gone !== true && hidden.has(`${target} ${textOf(documentId)}`))
          links.push({ name, type: target, documentId: textOf(documentId), title: textOf(title) });
      }
      return linked;
    });
  return ok(links);
}
