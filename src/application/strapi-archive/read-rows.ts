import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import { isStorableText } from '../../domain/document/storable-text.js';
import { fileType, folderType, localeType, roleType, userType } from '../../domain/schema/built-in-uids.js';
import { isContent, type ContentType, type Scalar } from '../../domain/schema/schema.js';
import type { ArchiveContent } from './archive-content.js';
import { uniqueAttributes, uniqueHashes } from './check-unique.js';
import { convertValues, type Conversion } from './convert-values.js';
import { isDropped } from './dropped-attributes.js';
import { parseLine, refusedLine, type JsonLine } from '../transfer/json-lines.js';
import type { Reading } from './reading.js';
import { isId, whyNoId } from './row-id.js';
import { RowIndex } from './row-index.js';

type Rows = Pick<ArchiveContent, 'types' | 'rows' | 'otherTypes' | 'permissions' | 'lastItemId'>;

interface RowReader {
  add(line: JsonLine): void;
  finish(version: string): Rows;
}

const permissionType = 'plugin::users-permissions.permission';

/** The types of plugins whose rows are imported. */
const importedPlugins = new Set([fileType, folderType, localeType, roleType, userType]);

/** Reads the rows of content-types, checks that their values fit, and puts them into a temporary file. */
export function createRowReader({ schema, scratch, faults, findings }: Reading): RowReader {
  const file = scratch.file('rows');
  const types = new Map<string, RowIndex>();
  const otherTypes = new Map<string, number>();
  const permissions = new Map<number, string>();
  let lastItemId = 0;
  let withoutDocument: JsonLine | undefined;
  let at = '';
  const conversion: Conversion = {
    schema,
    dropped: isDropped,
    unfit: (path, why) => faults.add(`${at}: ${path} ${why}`),
    changed: (path, how) => findings.note(`Values were ${how}`, `${at}: ${path}`),
    unknown: (uid, name) =>
      faults.add(`${uid} has no attribute "${name}" in the schema files, and the archive has values of it`),
    item: (_, id) => {
      lastItemId = Math.max(lastItemId, id);
    },
    targets: () => [],
  };

  const unique = new Map<ContentType, readonly Scalar[]>();
  const uniqueOf = (type: ContentType): readonly Scalar[] => {
    const known = unique.get(type) ?? uniqueAttributes(type);
    unique.set(type, known);
    return known;
  };

  const addRow = (type: ContentType, id: number, line: JsonLine, data: PlainObject): void => {
    const given = documentIdOf(line, data);
    if (given === undefined) withoutDocument ??= line;
    const documentId = given ?? madeDocumentId(type.uid, id);
    const locale = type.localized ? own(data, 'locale') : '';
    if (typeof locale !== 'string' || (type.localized && !/^[\w-]{1,35}$/.test(locale)))
      return faults.add(`${type.uid} ${documentId} has no locale (${line.file}, line ${line.number})`);
    at = [type.uid, documentId, locale].filter(Boolean).join(' ');
    const values = convertValues(conversion, type, data);
    const index = types.get(type.uid) ?? new RowIndex(type);
    types.set(type.uid, index);
    const publishedAt = timeOf(data, 'publishedAt');
    index.add({
      id,
      documentId,
      locale,
      isPublished: !type.draftAndPublish || !Number.isNaN(publishedAt),
      createdAt: timeOf(data, 'createdAt'),
      updatedAt: timeOf(data, 'updatedAt'),
      publishedAt,
      sharedHash: sharedHash(type, values),
      uniqueHashes: uniqueHashes(uniqueOf(type), type, locale, values),
      offset: file.size,
      length: line.bytes.length,
    });
    file.append(line.bytes);
  };

  return {
    add(line) {
      const row = parseLine(line);
      const [uid, id, data] = [own(row, 'type'), own(row, 'id'), own(row, 'data')];
      if (typeof uid !== 'string' || !isId(id) || !isPlainObject(data))
        throw refusedLine(line, whyNoId(id, 'is a row without "type", "id" or "data"'));
      const type = schema.contentTypes.get(uid);
      if (uid === permissionType) permissions.set(id, String(own(data, 'action')));
      else if (type !== undefined && (uid.startsWith('api::') || importedPlugins.has(uid)))
        addRow(type, id, line, data);
      else if (uid.startsWith('api::'))
        faults.add(`There is no content-type ${uid} in the schema files, and the archive has rows of it`);
      else otherTypes.set(uid, (otherTypes.get(uid) ?? 0) + 1);
    },
    finish: (version) => {
      if (withoutDocument !== undefined && !version.startsWith('4.'))
        throw refusedLine(withoutDocument, 'has no "documentId"');
      for (const [uid, index] of types) {
        const twice = index.sort();
        if (twice !== undefined) faults.add(`Two rows of ${uid} have the id ${twice}`);
      }
      return { types, rows: file, otherTypes, permissions, lastItemId };
    },
  };
}

/** A documentId of any form is accepted, if it can be part of a URL. */
const documentIdForm = /^[^\s/?#%\p{Cc}]{1,100}$/u;

function documentIdOf(line: JsonLine, data: PlainObject): string | undefined {
  const documentId = own(data, 'documentId');
  if (documentId === undefined) return undefined;
  if (typeof documentId === 'string' && documentIdForm.test(documentId) && isStorableText(documentId))
    return documentId;
  throw refusedLine(line, 'has no valid "documentId"');
}

/** Strapi 4 has no documentIds. This one is the same each time, so that an interrupted import can go on. */
function madeDocumentId(uid: string, id: number): string {
  const digits = [5381, 52711, 65599, 31, 131].map((seed) => {
    let hash = seed;
    for (const character of `${uid} ${id}`)
      hash = (Math.imul(hash, 33) ^ (character.codePointAt(0) ?? 0)) | 0;
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    return ((hash ^ (hash >>> 13)) >>> 0).toString(36).padStart(7, '0');
  });
  return `s${digits.join('').slice(0, 23)}`;
}

function timeOf(data: PlainObject, name: string): number {
  const value = own(data, name);
  return typeof value === 'string' || typeof value === 'number' ? new Date(value).getTime() : NaN;
}

/** A hash of the values that all locales of a document share. */
function sharedHash(type: ContentType, values: Readonly<Record<string, unknown>>): number {
  if (!type.localized) return 0;
  let hash = 5381;
  for (const attribute of type.attributes.values()) {
    if (attribute.localized || !isContent(attribute) || attribute.kind !== 'scalar') continue;
    const text = JSON.stringify(values[attribute.name] ?? null);
    for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 33) + text.charCodeAt(at)) | 0;
    hash = (Math.imul(hash, 33) + 1) | 0;
  }
  return hash;
}
