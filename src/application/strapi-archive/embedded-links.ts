import type { Json, Relation, Schema } from '../../domain/schema/schema.js';
import { contentTypeOf } from '../../domain/schema/schema.js';
import type { Findings } from './findings.js';
import { lengthOf, linkAt } from './link-shapes.js';
import type { RowPlan } from './row-plan.js';

/** The links of items of components, by component and attribute. */
export interface EmbeddedLinks {
  add(component: string, relation: Relation, links: Float64Array): void;
  /** Returns what an item of a document leads to, in the form that items keep it, in order. */
  targets(component: string, id: number, relation: Relation, reading: ItemReading): readonly Json[];
}

export interface ItemReading {
  /** That of the document. */
  readonly locale: string;
  readonly findings: Findings;
}

interface ItemLinks {
  /** Sorted by item, then by position. */
  readonly items: Float64Array;
  readonly rows: Int32Array;
}

export function createEmbeddedLinks(
  schema: Schema,
  plans: ReadonlyMap<string, RowPlan>,
  findings: Findings,
): EmbeddedLinks {
  const found = new Map<string, ItemLinks>();
  return {
    add(component, relation, links) {
      const plan = plans.get(relation.target);
      found.set(`${component} ${relation.name}`, sortedLinks(component, relation, links, plan, findings));
    },
    targets(component, id, relation, { locale, findings: losses }) {
      const links = found.get(`${component} ${relation.name}`);
      const plan = plans.get(relation.target);
      if (links === undefined || plan === undefined) return [];
      const isLocalized = contentTypeOf(schema, relation.target).localized;
      const targets = new Map<string, Json>();
      for (let at = firstOf(links.items, id); links.items[at] === id; at++) {
        const row = links.rows[at] ?? 0;
        const documentId = plan.index.documentIdOf(row);
        const itsLocale = isLocalized ? plan.index.localeOf(row) : '';
        if (isLocalized && locale !== '' && itsLocale !== locale) {
          losses.lost(`Links of ${component} "${relation.name}" between two locales`, `item ${id}`);
          continue;
        }
        // A document without drafts links to both rows of its target.
        const names = isLocalized && locale === '';
        targets.set(`${documentId} ${itsLocale}`, names ? { documentId, locale: itsLocale } : { documentId });
      }
      return [...targets.values()];
    },
  };
}

function sortedLinks(
  component: string,
  relation: Relation,
  links: Float64Array,
  plan: RowPlan | undefined,
  findings: Findings,
): ItemLinks {
  const rows: { readonly item: number; readonly row: number; readonly position: number }[] = [];
  for (let at = 0; at < lengthOf(links); at++) {
    const { owner, target, ownerPosition } = linkAt(links, at);
    const row = plan?.index.find(target) ?? -1;
    if (plan?.has(row) === true) rows.push({ item: owner, row, position: ownerPosition });
    else
      findings.lost(
        `Links of ${component} "${relation.name}" with an end that the archive lacks`,
        `item ${owner} → ${relation.target} ${target}`,
      );
  }
  // Sorting is stable, so that links without a position keep the order of their lines.
  rows.sort((left, right) => left.item - right.item || left.position - right.position || 0);
  return {
    items: Float64Array.from(rows, ({ item }) => item),
    rows: Int32Array.from(rows, ({ row }) => row),
  };
}

function firstOf(items: Float64Array, id: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
