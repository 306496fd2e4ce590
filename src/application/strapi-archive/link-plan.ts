import type { ArchivedLink, InventoryPart } from '../ports/archive-store.js';
import type { Scratch } from '../ports/foreign-archive.js';
import { isLayered, type Schema } from '../../domain/schema/schema.js';
import type { Findings } from './findings.js';
import { mergeLinks, type MergedLinks } from './merge-links.js';
import { listOf, resolveLinks, type LinkEnds, type LinkSource } from './resolve-links.js';

/** The links to store of one relation, in a temporary file. */
export interface LinkPlan {
  readonly inventory: InventoryPart;
  /** Links with numbers from `from` up to `to`, which is not included. The id of a link is its number plus one. */
  read(from: number, to: number): readonly ArchivedLink[];
}

const members = 8;
const recordBytes = members * 8;

export function planLinks(
  schema: Schema,
  ends: LinkEnds,
  sources: readonly LinkSource[],
  { scratch, findings }: { readonly scratch: Scratch; readonly findings: Findings },
): LinkPlan {
  const merged = mergeLinks(ends, resolveLinks(ends, sources, findings), findings);
  const layered = isLayered(schema, ends.link);
  const file = scratch.file(`merged ${ends.link.name}`);
  const record = new Float64Array(members);
  for (let at = 0; at < merged.count; at++) {
    record.set(recordOf(merged, at));
    file.append(new Uint8Array(record.buffer));
  }
  const inventory = inventoryOf(merged, layered);
  return {
    inventory,
    read(from, to) {
      const bytes = file.read(from * recordBytes, (to - from) * recordBytes);
      const records = new Float64Array(Uint8Array.from(bytes).buffer);
      return Array.from({ length: records.length / members }, (_, at) =>
        archivedLink(ends, from + at + 1, records.subarray(at * members, (at + 1) * members), layered),
      );
    },
  };
}

const recordOf = ({ sources, targets, places, pending }: MergedLinks, at: number): readonly number[] =>
  [
    sources[at],
    targets[at],
    places.draft.source[at],
    places.draft.target[at],
    places.published.source[at],
    places.published.target[at],
    pending.source[at],
    pending.target[at],
  ].map((value) => value ?? 0);

function archivedLink(
  { link, source, target }: LinkEnds,
  id: number,
  record: Float64Array,
  layered: boolean,
): ArchivedLink {
  const [from = 0, to = 0, draftSource = -1, draftTarget = -1, ownPlace = -1, otherPlace = -1] = record;
  return {
    id,
    source: listOf(source, from, link.source.localized),
    target: listOf(target, to, link.target.localized),
    draft: layered && draftSource >= 0 ? { source: keyOf(draftSource), target: keyOf(draftTarget) } : null,
    published: ownPlace >= 0 ? { source: keyOf(ownPlace), target: keyOf(otherPlace) } : null,
    pending: { source: record[6] === 1, target: record[7] === 1 },
  };
}

/** An order key below every sequence key, so that links which are added later come after the imported ones. */
const keyOf = (place: number): string => `j${place.toString(16).padStart(10, '0')}`;

function inventoryOf({ count, places, pending }: MergedLinks, layered: boolean): InventoryPart {
  const there = (column: Int32Array): number => column.reduce((sum, place) => sum + Number(place >= 0), 0);
  const set = (column: Uint8Array): number => column.reduce((sum, flag) => sum + flag, 0);
  const details = [
    layered ? there(places.draft.source) : 0,
    there(places.published.source),
    set(pending.source),
    set(pending.target),
  ];
  return { rows: count, lastId: count, detail: details.join(' ') };
}
