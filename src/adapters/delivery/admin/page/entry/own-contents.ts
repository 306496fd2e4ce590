import type { Json } from '../../../../../domain/schema/schema.js';
import type { Entry } from '../../contract/documents.js';
import { isItem } from './component-value.js';
import type { Edits } from './edits.js';

/** How many links of a relation an answer has at least, where there are more. */
const answered = 25;

/**
 * What the server may have of attributes without that anybody else has changed them: what it had when their edits began, and what
 * was sent since without an answer. By attribute, as digests, as the journal keeps them beside the edits.
 */
export type OwnContents = Readonly<Record<string, readonly string[]>>;

const known = new WeakMap<Entry, Map<string, string>>();

/** The content of an attribute on the server. */
export function answeredDigest(name: string, entry: Entry): string {
  const digests = known.get(entry) ?? new Map<string, string>();
  known.set(entry, digests);
  const part = entry.links[name];
  const digest =
    digests.get(name) ?? digestOf(part === undefined ? (entry.values[name] ?? null) : idsOf(part.items));
  digests.set(name, digest);
  return digest;
}

/** The content of an edited attribute, once the server has it. */
export function sentDigest(name: string, { values, links }: Edits): string {
  const list = links[name];
  return digestOf(list === undefined ? (values[name] ?? null) : idsOf(list.items));
}

/** Whether what the server has of an attribute is one of these. */
export const isOwn = (own: OwnContents, name: string, entry: Entry): boolean =>
  own[name]?.includes(answeredDigest(name, entry)) ?? false;

/** Adds contents that the server may have of some attributes from now on. */
export function withOwn(
  own: OwnContents,
  names: readonly string[],
  digest: (name: string) => string,
): OwnContents {
  const added = names.map((name): [string, readonly string[]] => [
    name,
    [...new Set([...(own[name] ?? []), digest(name)])],
  ]);
  return { ...own, ...Object.fromEntries(added) };
}

const idsOf = (items: readonly { readonly documentId: string }[]): Json =>
  items.slice(0, answered).map(({ documentId }) => documentId);

const digestOf = (value: Json): string => hashOf(JSON.stringify(bare(value)));

/** Without what the server adds to components: ids, and members without a content. Numbers may be sent as texts. */
function bare(value: Json): Json {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map((one: Json) => bare(one));
  if (!isItem(value)) return value;
  if ('items' in value && 'target' in value)
    return idsOf(value['items'] as unknown as readonly { readonly documentId: string }[]);
  const members = Object.entries(value)
    .filter(([name]) => name !== 'id')
    .map(([name, member]): [string, Json] => [name, bare(member ?? null)])
    .filter(([, member]) => member !== null && !(Array.isArray(member) && member.length === 0));
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** 53 bits, of a text (cyrb53). */
function hashOf(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
