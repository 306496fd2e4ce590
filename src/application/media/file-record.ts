import { textOf } from '../../domain/document/text-of.js';
import { fileType } from '../../domain/schema/built-in-uids.js';
import { isFileKey } from '../../domain/media/file-key.js';
import { seesPrivate, type Principal } from '../../domain/permission/permission.js';
import { shownAfter } from '../../domain/permission/write-permission.js';
import {
  contentTypeOf,
  isSystem,
  type Attribute,
  type Json,
  type Schema,
} from '../../domain/schema/schema.js';
import type { KeptFile } from '../ports/file-store.js';
import type { Document } from '../ports/document-store.js';

/** A record and the files that it refers to. */
export interface FileRecord {
  readonly documentId: string;
  readonly name: string;
  readonly mime: string;
  /** In pixels; null: unknown. */
  readonly size: { readonly width: number | null; readonly height: number | null };
  /** Of the file itself; never reused. */
  readonly hash: string;
  /** The key of the file itself. */
  readonly key: string;
  /** The file and its smaller formats. */
  readonly files: readonly KeptFile[];
  /** Their keys, of those that the server has named. */
  readonly keys: readonly string[];
  /** The record with all attributes. */
  readonly document: Document;
}

export function fileRecordOf(document: Document): FileRecord {
  const { documentId, name, mime, width, height, hash, formats } = document;
  const smaller = isRecord(formats) ? Object.values(formats) : [];
  const key = keyOf(document);
  const files = [document, ...smaller]
    .filter(isRecord)
    .map((holder) => ({ ...keptFile(holder), provider: textOf(document['provider']) }));
  return {
    documentId: textOf(documentId),
    name: textOf(name),
    mime: textOf(mime),
    size: { width: numberOf(width), height: numberOf(height) },
    hash: textOf(hash),
    key,
    files,
    keys: files.map((file) => file.key).filter(isFileKey),
    document,
  };
}

const numberOf = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);

const keyOf = (holder: Json | undefined): string =>
  isRecord(holder) ? textOf(holder['hash']) + textOf(holder['ext']) : '';

const keptFile = (holder: Document): KeptFile => ({
  key: keyOf(holder),
  url: textOf(holder['url']),
  metadata: holder['provider_metadata'] ?? null,
});

const isRecord = (value: Json | undefined): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the record as `principal` may see it. */
export function visible(schema: Schema, principal: Principal, document: Document): Document {
  if (seesPrivate(principal)) return document;
  const { attributes } = contentTypeOf(schema, fileType);
  const { fields } = shownAfter(principal, 'create', fileType);
  const isShown = (attribute: Attribute | undefined): boolean =>
    attribute?.private === false && (fields === null || fields.has(attribute.name) || isSystem(attribute));
  return Object.fromEntries(Object.entries(document).filter(([name]) => isShown(attributes.get(name))));
}
