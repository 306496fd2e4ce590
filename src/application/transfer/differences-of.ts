import type { ArchivedLink, ArchivedVersion } from '../ports/archive-store.js';

export type Row = ArchivedVersion | ArchivedLink;

/** Lines about one row: that it is missing, or in which of its members it differs. */
export function differencesOf(left: Row | undefined, right: Row | undefined): readonly string[] {
  if (left === undefined || right === undefined) {
    const row = left ?? right;
    const where = left === undefined ? 'target' : 'source';
    return row === undefined ? [] : [`${nameOf(row)}: only in the ${where}`];
  }
  const differing = differingMembers(left, right);
  return differing.length === 0 ? [] : [`${nameOf(left)}: differs in ${differing.join(', ')}`];
}

const nameOf = (row: Row): string =>
  'documentId' in row
    ? `${row.id} (${[row.documentId, row.locale, row.layer].filter((text) => text !== '').join(' ')})`
    : `${row.id} (${end(row.source)} → ${end(row.target)})`;

const end = ({ documentId, locale }: ArchivedLink['source']): string =>
  locale === '' ? documentId : `${documentId} ${locale}`;

function differingMembers(left: Row, right: Row): readonly string[] {
  const [ours, theirs] = [valuesOf(left), valuesOf(right)];
  return [
    ...differingNames({ ...left, values: null }, { ...right, values: null }),
    ...differingNames(ours, theirs),
  ];
}

const valuesOf = (row: Row): object => ('values' in row ? row.values : {});

/** What is compared is JSON; the members of an object have an order, which is kept. */
function differingNames(left: object, right: object): readonly string[] {
  const [ours, theirs] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
  return [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (name) => JSON.stringify(ours.get(name)) !== JSON.stringify(theirs.get(name)),
  );
}
