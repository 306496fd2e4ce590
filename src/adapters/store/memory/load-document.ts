import type { DocumentNeed, KnownDocument } from '../../../domain/plan/write-plan.js';
import { refKey } from '../../../domain/relation/place-links.js';
import { otherSide, type Json, type Stored } from '../../../domain/schema/schema.js';
import { endOf, linksIn } from './link-list.js';
import type { Version } from './rows.js';
import { findVersion, versionsOf, type Tables } from './tables.js';

/** What there is of the addressed document. */
export function loadDocument(tables: Tables, need: DocumentNeed): KnownDocument {
  const { type, documentId, layer, locale } = need;
  const table = tables.versions(type);
  const version = findVersion(table, documentId, layer, locale);
  const versions = [...versionsOf(table, documentId)].sort((left, right) => left.id - right.id);
  const sibling = version === undefined ? versions.find((each) => each.layer === layer) : undefined;
  const isFilled = ({ relation, except }: DocumentNeed['filled'][number]): boolean => {
    const { link, side } = endOf(relation);
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

/** Values that are not null. They are copied: whoever asked may change them. */
const contentOf = ({ values }: Version, content: readonly Stored[]): ReadonlyMap<string, Json> =>
  new Map(
    content.flatMap(({ name }) => {
      const value = values.get(name) ?? null;
      return value === null ? [] : [[name, structuredClone(value)] as const];
    }),
  );
