import { labelOf } from '../../../../domain/document/label-of.js';
import { denied, notFound } from '../../../../domain/failure.js';
import { decideRead } from '../../../../domain/permission/permission.js';
import type { Filter, PopulateMember } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { fileType } from '../../../../domain/schema/built-in-uids.js';
import {
  componentOf,
  contentTypeOf,
  inverseOf,
  otherSide,
  type Attribute,
  type ContentType,
  type Relation,
  type Schema,
} from '../../../../domain/schema/schema.js';
import { decodePagination, type PagingLimits } from '../../codec/pagination.js';
import type { AdminDependencies, Call } from '../call.js';
import type { LinkedLabel, LinkPage } from '../contract/links.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { tellingNames, toldApart } from './apart.js';
import { addressIn } from './entry.js';
import { fieldsOf, labelled, labelMember, labelsOf } from './labels.js';
import { typeIn } from './list.js';
import { withSearch } from './search.js';
import { isSearchedOfFiles } from '../contract/searched.js';
import { localeIn } from './readable-locales.js';
import { readable, unreadable } from './readable.js';

/** The relation that a path names, of the type or of a component in it. */
function relationIn(
  { schema }: AdminDependencies,
  { params, principal }: Call,
  component?: unknown,
): Result<Relation> {
  const type = typeIn(schema, params['uid']);
  if (!type.ok) return type;
  const readableOnes = readable(principal, type.value);
  if (readableOnes === null) return err(unreadable(type.value));
  const all = component === undefined ? readableOnes : attributesInside(schema, readableOnes, component);
  const relation = all.find(({ name }) => name === params['attribute']);
  const isRelation = relation?.kind === 'relation' && relation.place.kind !== 'translations';
  return isRelation ? ok(relation) : err(notFound);
}

/** The attributes of a component that is inside of some of these; none if it is not. */
function attributesInside(
  schema: Schema,
  attributes: readonly Attribute[],
  component: unknown,
): readonly Attribute[] {
  const inside = new Set<string>();
  const visit = (some: readonly Attribute[]): void => {
    for (const attribute of some) {
      const uids =
        attribute.kind === 'component'
          ? [attribute.component]
          : attribute.kind === 'zone'
            ? attribute.components
            : [];
      for (const uid of uids) {
        if (inside.has(uid)) continue;
        inside.add(uid);
        visit(shown(uid));
      }
    }
  };
  const shown = (uid: string): readonly Attribute[] =>
    [...componentOf(schema, uid).attributes.values()].filter((one) => !one.private);
  visit(attributes);
  return typeof component === 'string' && inside.has(component) ? shown(component) : [];
}

interface Paged {
  readonly page: number;
  readonly pageSize: number;
  readonly count: boolean;
}

/** A total is counted where a request asks for one. */
function pageIn(asked: Call['asked'], limits: PagingLimits): Result<Paged> {
  const paging = decodePagination(asked, { ...limits, withCount: false });
  if (!paging.ok) return paging;
  if (paging.value.kind !== 'page') return err(notFound);
  const { page, pageSize, count } = paging.value;
  return ok({ page, pageSize, count });
}

/** One more than a page was read, which says whether there are more. */
function pageOf(items: LinkPage['data'], { page, pageSize }: Paged, total?: number): LinkPage {
  const hasMore = items.length > pageSize;
  const meta = { pagination: { page, pageSize, hasMore, ...(total !== undefined && { total }) } };
  return { data: items.slice(0, pageSize), meta };
}

/** The name of the total among the members of a document; no attribute has it. */
const totalName = '#total';

const totalIn = (value: unknown): number | undefined =>
  isPlainObject(value) && typeof value['count'] === 'number' ? value['count'] : undefined;

/** The targets of one relation of a document, in its order. */
export async function listLinks(dependencies: AdminDependencies, call: Call): Promise<Result<LinkPage>> {
  const { schema, documents, options } = dependencies;
  const relation = relationIn(dependencies, call);
  if (!relation.ok) return relation;
  const address = addressIn(schema, call);
  if (!address.ok) return address;
  const paged = pageIn(call.asked, options.paging);
  if (!paged.ok) return paged;
  const { page, pageSize, count } = paged.value;
  const member = labelMember(schema, call.principal, relation.value, pageSize + 1);
  if (member === null) return err(denied);
  const target = contentTypeOf(schema, relation.value.target);
  const searched = searchedIn(call, target, member.fields);
  if (!searched.ok) return searched;
  const range = { offset: (page - 1) * pageSize, limit: pageSize + 1 };
  const { type, documentId, layer, locale } = address.value;
  const found = await documents.findOne(call.principal, {
    type: type.uid,
    action: documentId === undefined ? 'find' : 'findOne',
    ...(documentId !== undefined && { documentId }),
    ...(locale !== undefined && { locale }),
    range: { offset: 0, limit: 1 },
    count: false,
    layer,
    fields: ['documentId'],
    populate: {
      all: false,
      members: [
        { ...member, ...searched.value, ...(relation.value.many && { range }) },
        ...(count ? [{ name: member.name, as: totalName, count: true, ...searched.value }] : []),
      ],
    },
  });
  if (!found.ok) return found;
  const row = found.value.answer.documents()[0];
  const labels = labelsOf(schema, relation.value, row?.[relation.value.name]);
  return ok(pageOf(labels, paged.value, totalIn(row?.[totalName])));
}

/** The documents that may be linked, by their labels. */
export async function listCandidates(dependencies: AdminDependencies, call: Call): Promise<Result<LinkPage>> {
  const { schema, documents, options } = dependencies;
  const paged = pageIn(call.asked, options.paging);
  if (!paged.ok) return paged;
  const { asked } = call;
  const { page, pageSize } = paged.value;
  const relation = relationIn(dependencies, call, asked['component']);
  if (!relation.ok) return relation;
  const target = contentTypeOf(schema, relation.value.target);
  const permission = decideRead(call.principal, target, 'draft');
  if (permission === null) return err(denied);
  const fields = fieldsOf(target, permission.fields);
  const searched = searchedIn(call, target, fields);
  if (!searched.ok) return searched;
  const held = holderMember(dependencies, call, relation.value);
  const telling = tellingNames(call.principal, target);
  const { locale } = asked;
  const found = await documents.find(call.principal, {
    type: target.uid,
    action: 'find',
    range: { offset: (page - 1) * pageSize, limit: pageSize + 1 },
    count: false,
    // Links of drafts are those that choosing a document takes from another one.
    layer: target.draftAndPublish || held !== null ? 'draft' : 'published',
    fields: [...new Set([...fields, ...telling])],
    sort: [{ path: [labelOf(target, permission.fields)], direction: 'asc' }],
    ...searched.value,
    ...localeIn(dependencies, call.principal, target, locale),
    ...(held !== null && { populate: { all: false, members: [held.member] } }),
  });
  if (!found.ok) return found;
  const rows = found.value.answer.documents();
  const labels = rows.map((row): LinkedLabel => {
    const [holder] = held === null ? [] : labelsOf(schema, held.inverse, row[held.inverse.name]);
    const { documentId, label } = holder ?? {};
    return {
      ...labelled(target, row),
      ...(documentId !== undefined && label !== undefined && { holder: { documentId, label } }),
    };
  });
  return ok(pageOf(toldApart(labels, rows, telling), paged.value));
}

/** What is read of candidates that can have one link only, which choosing them takes from where it is. */
function holderMember(
  { schema }: AdminDependencies,
  { principal }: Call,
  relation: Relation,
): { readonly inverse: Relation; readonly member: PopulateMember } | null {
  const { place } = relation;
  if (place.kind !== 'link' || place.link[otherSide(place.side)].many) return null;
  const inverse = inverseOf(schema, relation);
  const member = inverse === undefined ? null : labelMember(schema, principal, inverse, 1);
  return inverse === undefined || member === null ? null : { inverse, member };
}

/**
 * Filters by what the list of the type or the media library searches, or what labels are made of where there is neither; not at
 * all without a text to search.
 */
function searchedIn(
  { principal, asked: { search } }: Pick<Call, 'principal' | 'asked'>,
  target: ContentType,
  fields: readonly string[] | undefined,
): Result<{ readonly filters?: Filter }> {
  const isFile = target.uid === fileType;
  const attributes =
    target.exposed || isFile
      ? (readable(principal, target) ?? [])
      : [...target.attributes.values()].filter(({ name }) => fields?.includes(name));
  return withSearch({}, isFile ? attributes.filter(isSearchedOfFiles) : attributes, search);
}
