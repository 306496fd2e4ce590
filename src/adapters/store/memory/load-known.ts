import type {
  DocumentRequirement,
  LoadedState,
  LoadedDocument,
  LoadedList,
  ListRequirement,
  WriteRequirements,
} from '../../../domain/plan/write-requirements.js';
import { linkSideOf, refKey } from '../../../domain/relation/link-list.js';
import { otherSide, type Json, type Stored } from '../../../domain/schema/schema.js';
import { neededList } from './apply-lists.js';
import { inOrder, keyAt } from './linked-versions.js';
import { findVersion, linksIn, versionsOf, type Tables, type Version } from './tables.js';

/** Loads what a decision needs. It takes no locks, because no other write runs at the same time. */
export const loadKnown = (tables: Tables, needs: WriteRequirements): LoadedState => ({
  document: needs.document === null ? null : loadDocument(tables, needs.document),
  lists: needs.lists.map((need) => knownList(tables, need)),
  sequenceKeys: Array.from({ length: needs.sequenceKeys }, () => tables.nextKey()),
});

/** Returns the whole list, which always contains the links that the need names. */
function knownList(tables: Tables, need: ListRequirement): LoadedList {
  const list = neededList(need);
  const { side } = list;
  return {
    links: inOrder(linksIn(tables, list), need.layers, side).map((row) => ({
      target: { ...row[otherSide(side)] },
      key: keyAt(row, need.layers, side) ?? '',
    })),
  };
}

function loadDocument(tables: Tables, need: DocumentRequirement): LoadedDocument {
  const { type, documentId, layer, locale } = need;
  const table = tables.versions(type);
  const version = findVersion(table, documentId, layer, locale);
  const versions = [...versionsOf(table, documentId)].sort((left, right) => left.id - right.id);
  const sibling = version === undefined ? versions.find((each) => each.layer === layer) : undefined;
  const isFilled = ({ relation, except }: DocumentRequirement['filled'][number]): boolean => {
    const { link, side } = linkSideOf(relation);
    const named = new Set(except.map(refKey));
    const own = { documentId, locale: link[side].localized ? locale : '' };
    return linksIn(tables, { link, side, own }).some(
      (row) => row[layer] !== null && !named.has(refKey(row[otherSide(side)])),
    );
  };
  return {
    versions: versions.map((each) => ({ layer: each.layer, locale: each.locale })),
    values: version === undefined ? null : contentOf(version, need.content),
    sibling:
      sibling === undefined ? null : { locale: sibling.locale, values: contentOf(sibling, need.shared) },
    filled: need.filled.map(isFilled),
    pending: need.pending.map(({ link, side, locale: named }) =>
      linksIn(tables, { link, side, own: { documentId, locale: named } }).some((row) => row.pending[side]),
    ),
  };
}

/** Returns copies of the values that are not null, because the caller may change them. */
const contentOf = ({ values }: Version, content: readonly Stored[]): ReadonlyMap<string, Json> =>
  new Map(
    content.flatMap(({ name }) => {
      const value = values.get(name) ?? null;
      return value === null ? [] : [[name, structuredClone(value)] as const];
    }),
  );
