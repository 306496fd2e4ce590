import { labelOf } from '../../../../domain/document/label-of.js';
import { textOf } from '../../../../domain/document/text-of.js';
import { notFound } from '../../../../domain/failure.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { equals } from '../../../../domain/query/compare.js';
import type { Populate, PopulateMember } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import {
  componentOf,
  type Attribute,
  type ContentType,
  type Json,
  type Schema,
} from '../../../../domain/schema/schema.js';
import { decodeVersion } from '../../codec/decode-query.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import type { Entry, EntryRights, LocaleVersion } from '../contract/documents.js';
import type { RelationPart } from '../contract/links.js';
import { linksWithEntry } from '../contract/limits.js';
import { releasesOf } from '../present-releases.js';
import { labelMember } from './labels.js';
import { lastAuthor } from './last-author.js';
import { typeIn } from './list.js';
import { readable, unreadable } from './readable.js';
import { partOf, presentNested } from './nested.js';
import { rightsFor } from './rights.js';
import { readStates } from './states.js';

/** Which document a path names; `-` is that of a single type. */
export interface Address {
  readonly type: ContentType;
  readonly documentId: string | undefined;
  readonly locale: string | undefined;
  readonly layer: 'draft' | 'published';
}

export function addressIn(
  schema: Schema,
  { params, asked }: Pick<Call, 'params' | 'asked'>,
): Result<Address> {
  const type = typeIn(schema, params['uid']);
  if (!type.ok) return type;
  const version = decodeVersion({ status: 'draft', ...asked });
  if (!version.ok) return version;
  const isSingle = type.value.kind === 'singleType';
  const named = params['id'] === '-' ? undefined : params['id'];
  if (isSingle !== (named === undefined)) return err(notFound);
  const { layer, locale } = version.value;
  if (locale !== undefined && (typeof locale !== 'string' || locale === '*')) return err(notFound);
  return ok({ type: type.value, documentId: named, layer, locale });
}

export async function showEntry(dependencies: AdminDependencies, call: Call): Promise<Result<Reply<Entry>>> {
  const address = addressIn(dependencies.schema, call);
  if (!address.ok) return address;
  const entry = await readEntry(dependencies, call.principal, address.value);
  if (!entry.ok) return entry;
  const { type, documentId } = address.value;
  const isAsked = call.asked['author'] === 'true';
  const author = isAsked
    ? await lastAuthor(dependencies, call, address.value, entry.value.documentId)
    : ok(undefined);
  if (!author.ok) return author;
  const data = { ...entry.value, ...(author.value !== undefined && { author: author.value }) };
  if (!type.draftAndPublish) return ok({ data });
  const planned = await releasesOf(dependencies, call.principal, { type: type.uid, documentId });
  return planned.ok ? ok({ data: { ...data, planned: planned.value } }) : planned;
}

/** Reads one version with all that a page about it needs. */
export async function readEntry(
  { schema, documents }: AdminDependencies,
  principal: Principal,
  { type, documentId, layer, locale }: Address,
): Promise<Result<Entry>> {
  const attributes = readable(principal, type);
  if (attributes === null) return err(unreadable(type));
  const found = await documents.findOne(principal, {
    type: type.uid,
    action: documentId === undefined ? 'find' : 'findOne',
    ...(documentId !== undefined && { documentId }),
    ...(locale !== undefined && { locale }),
    range: { offset: 0, limit: 1 },
    count: false,
    layer,
    populate: populateOf({ schema, principal, links: linksWithEntry + 1 }, attributes),
  });
  if (!found.ok) return found;
  const row = found.value.answer.documents()[0] ?? {};
  const id = textOf(row['documentId']);
  const [locales, may] = await Promise.all([
    readLocales({ documents }, principal, type, id),
    rightsFor({ documents }, principal, type, row),
  ]);
  if (!locales.ok) return locales;
  if (!may.ok) return may;
  return ok(present(schema, type, attributes, { row, locales: locales.value, may: may.value }));
}

interface Reading {
  readonly schema: Schema;
  readonly principal: Principal;
  readonly links: number | null;
}

/** Components in components beyond this depth have no relations here. */
const deepest = 5;

/**
 * What is read of a document beside its scalars. `links` is how many targets of each relation; null: all. Files are read whole,
 * as whoever changes them sends them whole.
 */
export function populateOf(
  { schema, principal, links }: Reading,
  attributes: readonly Attribute[],
  depth = 0,
): Populate {
  const members = attributes.flatMap((attribute): readonly PopulateMember[] => {
    switch (attribute.kind) {
      case 'scalar':
        return [];
      case 'relation':
        if (attribute.place.kind === 'translations') return [];
        return listOf(
          labelMember(schema, principal, attribute, attribute.media === undefined ? links : null),
        );
      case 'component':
        return [
          { name: attribute.name, ...inside({ schema, principal, links }, attribute.component, depth) },
        ];
      case 'zone':
        return [
          {
            name: attribute.name,
            on: attribute.components.map((component) => ({
              component,
              ...inside({ schema, principal, links }, component, depth),
            })),
          },
        ];
    }
  });
  return { all: false, members };
}

const listOf = <T>(value: T | null): readonly T[] => (value === null ? [] : [value]);

function inside(reading: Reading, component: string, depth: number) {
  const attributes = [...componentOf(reading.schema, component).attributes.values()].filter(
    (one) => !one.private,
  );
  const left = depth < deepest ? attributes : attributes.filter(({ kind }) => kind === 'scalar');
  const populate = populateOf(reading, left, depth + 1);
  return populate.members.length > 0 ? { populate } : {};
}

type Row = { readonly [name: string]: Json };

const textIn = (row: Row, name: string): string | null => {
  const value = row[name];
  return typeof value === 'string' ? value : null;
};

function present(
  schema: Schema,
  type: ContentType,
  attributes: readonly Attribute[],
  { row, locales, may }: { row: Row; locales: readonly LocaleVersion[]; may: EntryRights },
): Entry {
  const documentId = textOf(row['documentId']);
  const locale = textIn(row, 'locale');
  const values: Record<string, Json> = {};
  const links: Record<string, RelationPart> = {};
  for (const attribute of attributes) {
    const value = row[attribute.name];
    if (value === undefined || (attribute.kind === 'scalar' && attribute.system)) continue;
    if (attribute.kind === 'relation') links[attribute.name] = partOf(schema, attribute, value);
    else if (attribute.kind === 'scalar') values[attribute.name] = value;
    else values[attribute.name] = presentNested(schema, attribute, value);
  }
  const updatedAt = textIn(row, 'updatedAt');
  const state = locales.find(({ code }) => code === locale)?.state ?? 'draft';
  return {
    documentId,
    label: textIn(row, labelOf(type, new Set(Object.keys(row)))) ?? documentId,
    state,
    locale,
    revision: updatedAt ?? '',
    createdAt: textIn(row, 'createdAt'),
    updatedAt,
    publishedAt: textIn(row, 'publishedAt'),
    values,
    links,
    locales,
    may,
  };
}

async function readLocales(
  { documents }: Pick<AdminDependencies, 'documents'>,
  principal: Principal,
  type: ContentType,
  documentId: string,
): Promise<Result<readonly LocaleVersion[]>> {
  const stateOf = await readStates(documents, type, [documentId]);
  if (!stateOf.ok) return stateOf;
  const found = await documents.find(principal, {
    type: type.uid,
    action: 'find',
    range: { offset: 0, limit: null },
    count: false,
    layer: type.draftAndPublish ? 'draft' : 'published',
    fields: ['updatedAt', ...(type.localized ? ['locale'] : [])],
    filters: equals('documentId', documentId),
    ...(type.localized && { locale: '*' }),
  });
  if (!found.ok) return found;
  return ok(
    found.value.answer.documents().map((row) => {
      const code = textIn(row, 'locale');
      return { code, state: stateOf.value(documentId, code), updatedAt: textIn(row, 'updatedAt') };
    }),
  );
}
