import { textOf } from '../../domain/document/text-of.js';
import { isPlainObject, own, type PlainObject } from '../../domain/document/plain-object.js';
import { extensionOf, fileHash, isFileKey } from '../../domain/media/file-key.js';
import type { Json } from '../../domain/schema/schema.js';
import type { FileStore } from '../ports/file-store.js';
import type { ScratchFile } from '../ports/foreign-archive.js';
import type { ArchiveContent } from './archive-content.js';
import type { Findings } from './findings.js';
import { dataOf } from './row-data.js';
import type { RowPlan } from './row-plan.js';

/** Where the bytes of files go, and how that changes their records. */
export interface FilePlan {
  /** The key of a stored file by its name in the archive. */
  readonly keys: ReadonlyMap<string, string>;
  /** Returns the values of a file record, with the addresses that the file has here. */
  record(values: Readonly<Record<string, Json>>): Readonly<Record<string, Json>>;
  /** New addresses by the old ones that they differ from. */
  readonly addresses: ReadonlyMap<string, string>;
}

export function planFiles(
  plan: RowPlan | undefined,
  { rows, assets }: { readonly rows: ScratchFile; readonly assets: ArchiveContent['assets'] },
  store: Pick<FileStore, 'urlOf' | 'provider'>,
  findings: Findings,
): FilePlan {
  const keys = new Map<string, string>();
  const addresses = new Map<string, string>();
  const named = new Set<string>();
  const addFile = (data: PlainObject): void => {
    for (const part of partsOf(data)) {
      const name = nameOf(part);
      named.add(name);
      if (!assets.has(name)) {
        if (assets.size > 0)
          findings.lost(part === data ? 'Files without bytes' : 'Sizes of pictures without bytes', name);
        continue;
      }
      const key = isFileKey(name) ? name : newKey(name);
      const [old, url] = [own(part, 'url'), store.urlOf(key)];
      if (url === null) {
        if (own(data, 'provider') !== store.provider)
          findings.lost(
            `Files that are not at the upload provider ${store.provider}, and stay where they are`,
            name,
          );
        continue;
      }
      keys.set(name, key);
      if (typeof old === 'string' && old !== url) addresses.set(old, url);
    }
  };
  if (plan !== undefined) for (const { row } of plan.all()) addFile(dataOf(rows, plan.index, row));
  for (const name of assets.keys())
    if (!named.has(name)) findings.note('Stored files that no file record names were skipped', name);
  const record: FilePlan['record'] = (values) => recordFor(values, keys, store);
  return { keys, record, addresses };
}

/** The original, and its other sizes. */
function partsOf(data: PlainObject): readonly PlainObject[] {
  const formats = own(data, 'formats');
  return [data, ...(isPlainObject(formats) ? Object.values(formats).filter(isPlainObject) : [])];
}

const nameOf = (part: PlainObject): string => {
  const [hash, ext] = [own(part, 'hash'), own(part, 'ext')];
  return (typeof hash === 'string' ? hash : '') + (typeof ext === 'string' ? ext : '');
};

/** The same for the same name, so that an interrupted import goes on with it. */
function newKey(name: string): string {
  const digits = [5381, 52711].map((seed) => {
    let hash = seed;
    for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 33) ^ name.charCodeAt(at)) | 0;
    return (hash >>> 0).toString(16).padStart(8, '0');
  });
  return fileHash(name, digits.join('').slice(3, 13)) + extensionOf(name);
}

function recordFor(
  values: Readonly<Record<string, Json>>,
  keys: ReadonlyMap<string, string>,
  store: Pick<FileStore, 'urlOf' | 'provider'>,
): Readonly<Record<string, Json>> {
  const key = keys.get(nameOf(values));
  if (key === undefined) return values;
  const { formats } = values;
  const changed: Record<string, Json> = {
    ...values,
    ...placed(values, keys, store),
    provider: store.provider,
  };
  if (isPlainObject(formats))
    changed['formats'] = Object.fromEntries(
      Object.entries(formats as Readonly<Record<string, Json>>).map(([name, format]) => [
        name,
        isPlainObject(format)
          ? { ...(format as Readonly<Record<string, Json>>), ...placed(format, keys, store) }
          : format,
      ]),
    );
  return Object.fromEntries(Object.keys(values).map((name) => [name, changed[name] ?? null]));
}

function placed(
  part: PlainObject,
  keys: ReadonlyMap<string, string>,
  store: Pick<FileStore, 'urlOf'>,
): Readonly<Record<string, string>> {
  const name = nameOf(part);
  const key = keys.get(name);
  if (key === undefined) return {};
  const url = store.urlOf(key) ?? textOf(part['url'] as Json);
  if (key === name) return { url };
  const ext = extensionOf(key);
  return { hash: key.slice(0, key.length - ext.length), ext, url };
}

/** Replaces addresses of files in texts, also inside JSON and components. */
export function withAddresses(
  value: Json,
  addresses: ReadonlyMap<string, string>,
  onReplaced: () => void,
): Json {
  if (typeof value === 'string') {
    const replaced = value.replaceAll(address, (old) => addresses.get(old) ?? old);
    if (replaced !== value) onReplaced();
    return replaced;
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => withAddresses(item, addresses, onReplaced));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withAddresses(member, addresses, onReplaced)]),
  );
}

const address = /(?:https?:\/\/|\/uploads\/)[^\s"'()<>\\]+/g;
