import type { Db } from 'mongodb';
import type { Order, Predicate, ReadPlan } from '../../../../domain/plan/read-plan.js';
import { collectionOf, fieldOf } from '../layout.js';

const refreshMs = 60_000;

interface Known {
  readonly keys: readonly (readonly string[])[];
  readonly readAt: number;
}

/**
 * The indexes of collections, which may have more than the schema asks for. They are read in the background, at most once a
 * minute for each collection; until then none is known.
 */
export class KnownIndexes {
  private readonly known = new Map<string, Known>();

  constructor(private readonly db: Db) {}

  /** Whether an index has the versions that a plan finds in the order of this field of theirs. */
  sorts({ type, context: { layer, locale }, where }: ReadPlan, { field }: Order): boolean {
    const equal = new Set(equalFields(where));
    if (layer !== 'any') equal.add('_layer');
    if (typeof locale === 'string' && locale !== '*') equal.add('locale');
    const sorted = fieldOf(field);
    return this.keysOf(collectionOf(type)).some((keys) => {
      const first = keys.find((key) => key === sorted || !equal.has(key));
      return first === sorted;
    });
  }

  /** Reads the indexes again when they are needed next. */
  forget(): void {
    this.known.clear();
  }

  private keysOf(collection: string): Known['keys'] {
    const known = this.known.get(collection);
    const now = Date.now();
    if (known === undefined || now - known.readAt > refreshMs) {
      this.known.set(collection, { keys: known?.keys ?? [], readAt: now });
      void this.read(collection, now);
    }
    return known?.keys ?? [];
  }

  private async read(collection: string, readAt: number): Promise<void> {
    // Without an answer, the indexes that were known stay so for another minute.
    const indexes = await this.db
      .collection(collection)
      .indexes()
      .catch(() => null);
    if (indexes === null) return;
    const whole = indexes.filter((index) => index.partialFilterExpression === undefined);
    this.known.set(collection, { keys: whole.map(({ key }) => Object.keys(key)), readAt });
  }
}

function equalFields(where: Predicate | null): readonly string[] {
  if (where?.kind === 'and') return where.predicates.flatMap(equalFields);
  if (where?.kind !== 'compare' || where.negated) return [];
  const { field, comparison } = where;
  return comparison.op === 'eq' && !comparison.fold ? [fieldOf(field)] : [];
}
