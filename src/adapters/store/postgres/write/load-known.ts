import {
  nothingKnown,
  type DocumentNeed,
  type Known,
  type KnownDocument,
  type Needs,
} from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import type { Json, Stored } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import { lowerLoad } from './lower-needs.js';

interface LoadedRow {
  readonly document: LoadedDocument | null;
  readonly lists: readonly (readonly (readonly [string, string, string])[])[];
  readonly ticks: readonly string[];
}

type LoadedValues = { readonly [column: string]: Json };

interface LoadedDocument {
  readonly versions: readonly (readonly [Layer, string])[];
  readonly values: LoadedValues | null;
  readonly sibling: { readonly locale: string; readonly values: LoadedValues } | null;
  readonly filled: readonly boolean[];
  readonly pending: readonly boolean[];
}

/** What a decision needs to know. Whatever is to be locked must be locked before. */
export async function loadKnown(transaction: Queryable, needs: Needs): Promise<Known> {
  if (needs.document === null && needs.lists.length === 0 && needs.ticks === 0) return nothingKnown;
  const [row] = await transaction.query<LoadedRow>(lowerLoad(needs));
  if (row === undefined) throw new Error('the database loaded nothing');
  return {
    document:
      needs.document === null || row.document === null ? null : knownDocument(needs.document, row.document),
    lists: row.lists.map((links) => ({
      links: links.map(([documentId, locale, key]) => ({ target: { documentId, locale }, key })),
    })),
    ticks: row.ticks,
  };
}

const knownDocument = (
  { content, shared }: DocumentNeed,
  { versions, values, sibling, filled, pending }: LoadedDocument,
): KnownDocument => ({
  versions: versions.map(([layer, locale]) => ({ layer, locale })),
  values: values === null ? null : named(content, values),
  sibling:
    values !== null || sibling === null
      ? null
      : { locale: sibling.locale, values: named(shared, sibling.values) },
  filled,
  pending,
});

/** Those that are not null, by attribute. */
const named = (attributes: readonly Stored[], values: LoadedValues): ReadonlyMap<string, Json> =>
  new Map(
    attributes.flatMap(({ name }, index): [string, Json][] => {
      const value = values[`c${index}`] ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );
