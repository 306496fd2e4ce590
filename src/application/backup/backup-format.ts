import { failure } from '../../domain/failure.js';
import type { Json } from '../../domain/schema/schema.js';
import type { RoleRecord, TokenRecord } from '../ports/access-store.js';
import type { Inventory } from '../ports/archive-store.js';
import type { CreateChecksum } from '../ports/checksum.js';
import { ThrownFailure } from '../thrown-failure.js';
import type { StoredShapes } from './stored-shapes.js';

/**
 * A backup is a tar file of these entries, in this order: `manifest.json`, `rows/…` (a header, then a row on each line),
 * `access.json`, `values/…` (a value on each line), `counters.json`, `media/<key>` (the bytes of a file) and `end.json`.
 */
export const entryKinds = ['manifest', 'rows', 'access', 'values', 'counters', 'media', 'end'] as const;
export type EntryKind = (typeof entryKinds)[number];

export const formatVersion = 1;

/** The first entry. */
export interface Manifest {
  readonly format: number;
  /** The version of the program that wrote the backup. */
  readonly version: string;
  readonly createdAt: string;
  /** The address of the database without credentials. */
  readonly source: string;
  readonly hasMedia: boolean;
  /** The SHA-256 of `schema` as JSON. */
  readonly schemaDigest: string;
  readonly schema: StoredShapes;
  /** Parts are in the order of their entries. */
  readonly inventory: Inventory;
}

/** The first line of an entry with rows. */
export interface RowsHeader {
  readonly part: string;
  readonly rows: number;
}

export interface BackedUpAccess {
  readonly roles: readonly RoleRecord[];
  readonly tokens: readonly TokenRecord[];
}

/** The last entry. It covers all others, so that a file that is cut off or changed is recognised. */
export interface Ending {
  /** By the names of parts, and `manifest`, `access`, `values`, `counters` and `media`. */
  readonly sections: Readonly<Record<string, Section>>;
  /** The number of files that records name, and that were not there. */
  readonly missingFiles: number;
}

export interface Section {
  /** Rows, values or files. */
  readonly count: number;
  readonly bytes: number;
  /** Of the checksums of its entries. That of an entry covers its path, its size and its content. */
  readonly sha256: string;
}

/** Sums up the entries of each section. */
export interface Sections {
  add(name: string, count: number, bytes: number, sha256: string): void;
  result(): Ending['sections'];
}

export function createSections(createChecksum: CreateChecksum): Sections {
  const sections = new Map<string, { count: number; bytes: number; checksum: ReturnType<CreateChecksum> }>();
  return {
    add(name, count, bytes, sha256) {
      const section = sections.get(name) ?? { count: 0, bytes: 0, checksum: createChecksum() };
      sections.set(name, section);
      section.count += count;
      section.bytes += bytes;
      section.checksum.update(sha256);
    },
    result: () =>
      Object.fromEntries(
        [...sections].map(([name, { count, bytes, checksum }]) => [
          name,
          { count, bytes, sha256: checksum.result() },
        ]),
      ),
  };
}

/** What the checksum of an entry begins with. */
export const entryHead = (path: string, size: number): string => `${path}\n${size}\n`;

export const damaged = (why: string): ThrownFailure =>
  new ThrownFailure(failure('INPUT.MISMATCH', `The backup is damaged: ${why}.`));

export const lineOf = (value: object | Json): string => `${JSON.stringify(value)}\n`;

/** Returns the checksum of a value as JSON. */
export function digestOf(value: object, createChecksum: CreateChecksum): string {
  const checksum = createChecksum();
  checksum.update(JSON.stringify(value));
  return checksum.result();
}
