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
import { requiredList } from './apply-lists.js';
import { inOrder, keyAt } from './linked-versions.js';
import { findVersion, linksIn, versionsOf, type Tables, type Version } from './tables.js';

/** Loads what a decision needs. It takes no locks, because no other write runs at the same time. */
export const loadState = (tables: Tables, requirements: WriteRequirements): LoadedState => ({
  document: requirements.document === null ? null : loadDocument(tables, requirements.document),
  lists: requirements.lists.map((requirement) => loadList(tables, requirement)),
  sequenceKeys: Array.from({ length: requirements.sequenceKeys }, () => tables.nextKey()),
});

/** Returns the whole list, which always contains the links that the requirement names. */
function loadList(tables: Tables, requirement: ListRequirement): LoadedList {
  const list = requiredList(requirement);
  const { side } = list;
  return {
    links: inOrder(linksIn(tables, list), requirement.layers, side).map((row) => ({
      target: { ...row[otherSide(side)] },
      key: keyAt(row, requirement.layers, side) ?? '',
    })),
  };
}

function loadDocument(tables: Tables, requirement: DocumentRequirement): LoadedDocument {
  const { type, documentId, layer, locale } = requirement;
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
    values: version === undefined ? null : contentOf(version, requirement.content),
    sibling:
      sibling === undefined
        ? null
        : { locale: sibling.locale, values: contentOf(sibling, requirement.shared) },
    filled: requirement.filled.map(isFilled),
    pending: requirement.pending.map(({ link, side, locale: named }) =>
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
