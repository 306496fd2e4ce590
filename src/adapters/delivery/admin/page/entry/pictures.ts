import type { Json } from '../../../../../domain/schema/schema.js';
import type { LinkedLabel } from '../../contract/links.js';
import { valueIn, type Edits } from './edits.js';
import type { Entry } from '../../contract/documents.js';

/** A file of an entry, with the path of its attribute as in `sections.0.picture`. */
export interface PlacedFile {
  readonly path: string;
  readonly label: LinkedLabel;
}

interface Shown {
  readonly entry: Entry | null;
  readonly edits: Edits;
}

/** Returns the files of an entry as it is shown, also those in its components. */
export function filesOf({ entry, edits }: Shown): readonly PlacedFile[] {
  const names = new Set([...Object.keys(entry?.links ?? {}), ...Object.keys(edits.files)]);
  const own = [...names].flatMap((path) =>
    labelsIn(edits.files[path] ?? entry?.links[path]?.items).map((label) => ({ path, label })),
  );
  const attributes = new Set([...Object.keys(entry?.values ?? {}), ...Object.keys(edits.values)]);
  const inside = [...attributes]
    .filter((name) => !names.has(name))
    .flatMap((name) => filesIn(valueIn({ entry, edits }, name) ?? null, name));
  return [...own, ...inside];
}

function filesIn(value: Json, path: string): readonly PlacedFile[] {
  if (typeof value !== 'object' || value === null) return [];
  const { items } = value as { readonly items?: unknown };
  const labels = labelsIn(items);
  if (labels.length > 0) return labels.map((label) => ({ path, label }));
  return Object.entries(value).flatMap(([key, member]: [string, Json]) => filesIn(member, `${path}.${key}`));
}

const labelsIn = (items: unknown): readonly LinkedLabel[] =>
  Array.isArray(items) ? (items as readonly LinkedLabel[]).filter((item) => item?.file !== undefined) : [];
