import { mergeComponent } from '../document/merge-components.js';
import { referencesOf } from '../document/references.js';
import { notFound } from '../failure.js';
import { err, ok, type Result } from '../result.js';
import type { Json, Schema } from '../schema/schema.js';
import { layersOf, type Change, type ValueChange } from './change.js';
import { needsVersion } from './needs-of.js';
import { isAnchored, listsOf, planList } from './plan-lists.js';
import type { Decision, Known, ListChange, VersionChange, WritePlan } from './write-plan.js';

/**
 * Decides a change from what the store knows (see `needsOf`). Pure: the same change and knowledge give the same plan.
 * `nextItemId` gives the reserved ids of new component items.
 */
export function planWrite(
  schema: Schema,
  change: Change,
  known: Known,
  nextItemId: () => number,
): Result<Decision> {
  if (change.kind === 'delete') return ok({ kind: 'write', plan: planRemoval(schema, change) });
  if (needsVersion(schema, change) && known.version === null) return err(notFound);
  const values = planValues(schema, change, known, nextItemId);
  if (!values.ok) return values;
  const lists = planLists(schema, change, known);
  if (!lists.ok) return lists;
  if ('rebalance' in lists.value) return ok({ kind: 'rebalance', lists: lists.value.rebalance });
  return ok({
    kind: 'write',
    plan: {
      type: change.type,
      documentId: change.documentId,
      versions: layersOf(change).map((layer) => planVersion(change, layer, values.value)),
      lists: lists.value.lists,
      unlink: [],
      targets: referencesOf(schema, change.type, change.input),
    },
  });
}

function planRemoval(schema: Schema, { type, documentId }: Change): WritePlan {
  const unlink = schema.links.flatMap((link) =>
    (['source', 'target'] as const)
      .filter((side) => link[side].type === type.uid)
      .map((side) => ({ link, side })),
  );
  return { type, documentId, versions: [{ op: 'remove' }], lists: [], unlink, targets: [] };
}

function planValues(
  schema: Schema,
  change: ValueChange,
  known: Known,
  nextItemId: () => number,
): Result<ReadonlyMap<string, Json>> {
  const values = new Map<string, Json>(change.input.values);
  for (const [name, input] of change.input.components) {
    const attribute = change.type.attributes.get(name);
    if (attribute?.kind !== 'component' && attribute?.kind !== 'zone')
      throw new Error(`no component ${name}`);
    const merged = mergeComponent(schema, attribute, known.version?.get(name), input, nextItemId);
    if (!merged.ok) return merged;
    values.set(name, merged.value);
  }
  return ok(values);
}

type Lists = { readonly lists: readonly ListChange[] } | { readonly rebalance: readonly number[] };

function planLists(schema: Schema, change: ValueChange, known: Known): Result<Lists> {
  const lists: ListChange[] = [];
  const rebalance: number[] = [];
  let ticks = known.ticks;
  let index = 0;
  for (const list of listsOf(schema, change)) {
    const looksAt = change.kind === 'update' && isAnchored(list);
    const planned = planList(schema, change, list, looksAt ? known.lists[index] : undefined, ticks);
    if (!planned.ok) return planned;
    if (planned.value === null) rebalance.push(index);
    else lists.push(planned.value);
    if (looksAt) {
      index += 1;
      ticks = ticks.slice(list.connects.length);
    }
  }
  return ok(rebalance.length > 0 ? { rebalance } : { lists });
}

function planVersion(
  change: ValueChange,
  layer: 'draft' | 'published',
  values: ReadonlyMap<string, Json>,
): VersionChange {
  const { locale, now } = change;
  if (change.kind === 'update') return { op: 'update', layer, locale, values, updatedAt: now };
  return {
    op: 'insert',
    layer,
    locale,
    values,
    createdAt: now,
    updatedAt: now,
    publishedAt: layer === 'draft' ? null : now,
  };
}
