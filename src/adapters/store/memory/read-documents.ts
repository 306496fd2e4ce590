import { atOnce } from '../../../application/stores/in-turns.js';
import type { Document, ReadAnswer } from '../../../application/ports/document-store.js';
import type { Predicate, ReadPlan } from '../../../domain/plan/read-plan.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { fits, startReading } from './fits.js';
import { inLocale, placeOf, type Place, type Version } from './rows.js';
import { cut, shapePlace } from './shape-place.js';
import { sortPlaces } from './sort-places.js';
import { versionsOf, type Tables, type VersionTable } from './tables.js';
import { TextBudget, TooLarge, tooLong } from './text-budget.js';

/** Answers a plan from what is stored at this moment. */
export const readDocuments = (tables: Tables, plan: ReadPlan): Result<ReadAnswer> =>
  atOnce(readingSteps(tables, plan));

/** The same in steps, between which nothing may be written. */
export function* readingSteps(tables: Tables, plan: ReadPlan): Generator<void, Result<ReadAnswer>> {
  try {
    return ok(yield* answer(tables, plan));
  } catch (thrown) {
    if (thrown instanceof TooLarge) return err(thrown.failure);
    throw thrown;
  }
}

function* answer(stored: Tables, plan: ReadPlan): Generator<void, ReadAnswer> {
  const tables = startReading(stored);
  const found: Place[] = [];
  for (const version of candidates(tables.versions(plan.type), plan.where)) {
    yield;
    if (!inContext(version, plan)) continue;
    const place = placeOf(plan.type, version, plan.context.locale);
    if (fits(tables, place, plan.where)) found.push(place);
  }
  const places = cut(sortPlaces(tables, found, plan.order), plan.range, plan.limits);
  const shaping = { tables, limits: plan.limits, budget: new TextBudget(plan.limits.textSize) };
  const parts: string[] = [];
  for (const place of places) {
    yield;
    parts.push(JSON.stringify(shapePlace(shaping, place, plan.shape)));
  }
  const text = `[${parts.join()}]`;
  if (text.length > plan.limits.textSize) throw tooLong(plan.limits.textSize);
  return {
    size: places.length,
    total: plan.count ? found.length : null,
    text: () => text,
    // Parsed anew each time, so that nobody shares what another one changes.
    documents: () => JSON.parse(text) as readonly Document[],
  };
}

/** The rows of a type without drafts are all published, and those of one without locales are in any. */
const inContext = (version: Version, { type, context: { layer, locale } }: ReadPlan): boolean =>
  version.layer === (type.draftAndPublish ? layer : 'published') &&
  (!type.localized || inLocale(version, locale));

/** The versions that may fit: those of the documents that the predicate names, where it does. */
function candidates(table: VersionTable, where: Predicate | null): Version[] {
  const named = namedDocuments(where);
  if (named === null) return [...table.byId.values()];
  return [...new Set(named)].flatMap((documentId) => [...versionsOf(table, documentId)]);
}

function namedDocuments(where: Predicate | null): readonly string[] | null {
  if (where?.kind === 'and') {
    return where.predicates.reduce<readonly string[] | null>(
      (named, each) => named ?? namedDocuments(each),
      null,
    );
  }
  if (where?.kind !== 'compare' || where.negated) return null;
  if (!where.field.system || where.field.name !== 'documentId') return null;
  const { comparison } = where;
  if (comparison.op === 'eq' && !comparison.fold) return [String(comparison.value)];
  return comparison.op === 'in' ? comparison.values.map(String) : null;
}
