import { changed, failure, notFound } from '../failure.js';
import { reason } from '../reason/reason.js';
import { err, ok, type Result } from '../result.js';
import { referencesOf } from '../document/references.js';
import type { Schema } from '../schema/schema.js';
import {
  type Change,
  type Discarding,
  editedLayer,
  endsOf,
  expectsVersion,
  layersOf,
  type LinkPlace,
  pendingEndsOf,
  publishes,
  type Publishing,
  type Removal,
  sharedOf,
  type Unpublishing,
  type ValueChange,
} from './change.js';
import { isExclusive, linkSideOf } from '../relation/link-list.js';
import { isAnchored, listsOf, planList } from './plan-lists.js';
import { planVersions } from './plan-versions.js';
import type { Decision, ListChange, PendingList, WritePlan } from './write-plan.js';
import type { LoadedState } from './write-requirements.js';

/**
 * Decides a change from what the store has loaded (see `requirementsOf`). The same arguments give the same plan. `nextItemId`
 * returns the reserved ids of new component items.
 */
export function planWrite(
  schema: Schema,
  change: Change,
  loaded: LoadedState,
  nextItemId: () => number,
): Result<Decision> {
  switch (change.kind) {
    case 'create':
    case 'update':
      return planValues(schema, change, loaded, nextItemId);
    case 'publish':
      return planPublish(schema, change, loaded, nextItemId);
    case 'unpublish':
      return written(planUnpublish(change, loaded));
    case 'discardDraft':
      return written(planDiscard(schema, change, loaded));
    case 'delete':
      return written(planRemoval(schema, change, loaded));
  }
}

const written = (plan: Result<WritePlan>): Result<Decision> =>
  plan.ok ? ok({ kind: 'write', plan: plan.value }) : plan;

const planOf = ({ type, documentId }: Change, parts: Partial<WritePlan>): WritePlan => ({
  type,
  documentId,
  versions: [],
  lists: [],
  applyPending: [],
  unlink: [],
  targets: [],
  ...parts,
});

function planValues(
  schema: Schema,
  change: ValueChange,
  loaded: LoadedState,
  nextItemId: () => number,
): Result<Decision> {
  const versions = planVersions(schema, change, loaded.document, nextItemId);
  if (!versions.ok) return versions;
  const lists = planLists(schema, change, loaded);
  if (!lists.ok) return lists;
  if ('rebalance' in lists.value) return ok({ kind: 'rebalance', lists: lists.value.rebalance });
  const plan = planOf(change, {
    versions: versions.value,
    lists: lists.value.lists,
    applyPending:
      change.kind === 'update' && publishes(change)
        ? pendingLists(schema, change, loaded, lists.value.lists)
        : [],
    targets: referencesOf(schema, change.type, change.input),
  });
  return ok({ kind: 'write', plan });
}

function planPublish(
  schema: Schema,
  change: Publishing,
  loaded: LoadedState,
  nextItemId: () => number,
): Result<Decision> {
  const versions = planVersions(schema, change, loaded.document, nextItemId);
  if (!versions.ok) return versions;
  return written(
    ok(planOf(change, { versions: versions.value, applyPending: pendingLists(schema, change, loaded, []) })),
  );
}

/** Leaves links alone, so that they keep their places when the document is published again. */
function planUnpublish(change: Unpublishing, { document }: LoadedState): Result<WritePlan> {
  if (!has(document, 'draft', change.locale)) return err(notFound);
  return ok(planOf(change, { versions: [{ op: 'remove', layers: ['published'], locale: change.locale }] }));
}

function planDiscard(schema: Schema, change: Discarding, loaded: LoadedState): Result<WritePlan> {
  const { type, locale, now, author } = change;
  if (!has(loaded.document, 'draft', locale)) return err(notFound);
  if (!has(loaded.document, 'published', locale)) return err(neverPublished);
  const shared = sharedOf(type);
  const share = {
    op: 'share' as const,
    layers: ['draft'] as const,
    locale,
    attributes: shared,
    updatedAt: now,
    updatedBy: author,
  };
  return ok(
    planOf(change, {
      versions: [{ op: 'discard', locale }, ...(shared.length === 0 ? [] : [share])],
      applyPending: pendingLists(schema, change, loaded, []),
    }),
  );
}

const neverPublished = failure('INPUT.MISMATCH', reason('document.neverPublished'));

const has = (document: LoadedState['document'], layer: 'draft' | 'published', locale: string): boolean =>
  document?.versions.some((version) => version.layer === layer && version.locale === locale) ?? false;

/**
 * The lists that may have pending links: those that were loaded as such, or all if none were; and those that this change edits.
 */
function pendingLists(
  schema: Schema,
  change: Change & { readonly locale: string },
  loaded: LoadedState,
  lists: readonly ListChange[],
): readonly PendingList[] {
  const edited = new Map(lists.map((list) => [endName(linkSideOf(list.relation)), list]));
  const to = change.kind === 'discardDraft' ? 'draft' : 'published';
  return pendingEndsOf(schema, change).flatMap((end, index) => {
    const edit = edited.get(endName(end));
    const isWaiting = loaded.document === null || loaded.document.pending[index] === true;
    if (!isWaiting && edit === undefined) return [];
    const isPlaced = !isWaiting && edit?.remove.length === 0;
    return [{ ...end, to, exclusive: isExclusive(end), isPlaced }];
  });
}

const endName = ({ link, side }: Pick<LinkPlace, 'link' | 'side'>): string => `${side} ${link.name}`;

/**
 * Removing the last version removes every link of the document; otherwise only the links that name the removed locale. What is
 * not there counts as removed, unless the writer has seen it.
 */
function planRemoval(schema: Schema, change: Removal, { document }: LoadedState): Result<WritePlan> {
  const { type, locale, layer } = change;
  if (expectsVersion(change) && locale !== null && !has(document, editedLayer(type), locale))
    return err(changed);
  const kept = (document?.versions ?? []).filter(
    (version) => version.locale !== locale || (layer !== undefined && version.layer !== layer),
  );
  const remains = kept.length > 0;
  const layers = layer === undefined ? layersOf(type) : [layer];
  if (kept.some((version) => version.locale === locale))
    return ok(planOf(change, { versions: [{ op: 'remove', layers, locale }] }));
  const ends = endsOf(schema, type);
  return ok(
    planOf(change, {
      versions: [{ op: 'remove', layers, locale: remains ? locale : null }],
      unlink: remains
        ? ends.filter(({ link, side }) => link[side].localized).map((end) => ({ ...end, locale }))
        : ends.map((end) => ({ ...end, locale: null })),
    }),
  );
}

type Lists = { readonly lists: readonly ListChange[] } | { readonly rebalance: readonly number[] };

function planLists(schema: Schema, change: ValueChange, loaded: LoadedState): Result<Lists> {
  const lists: ListChange[] = [];
  const rebalance: number[] = [];
  let keys = loaded.sequenceKeys;
  let index = 0;
  for (const list of listsOf(schema, change)) {
    const isRead = change.kind === 'update' && isAnchored(list);
    const planned = planList(change, list, isRead ? loaded.lists[index] : undefined, keys);
    if (!planned.ok) return planned;
    if (planned.value === null) rebalance.push(index);
    else lists.push(planned.value);
    if (isRead) {
      index += 1;
      keys = keys.slice(list.connects.length);
    }
  }
  return ok(rebalance.length > 0 ? { rebalance } : { lists });
}
