import { atOnce } from '../../../application/stores/in-turns.js';
import { answerOfText } from '../../../application/documents/answer-of-text.js';
import type { ReadAnswer } from '../../../application/ports/document-store.js';
import type { Predicate, ReadPlan } from '../../../domain/plan/read-plan.js';
import { rankOf } from '../../../domain/plan/text-search.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { fits, startReading, type Reading } from './fits.js';
import { cut, shapeNode, TextBudget, TooLarge, tooLong } from './shape-node.js';
import { sortNodes } from './sort-nodes.js';
import { versionsOf, type Tables, type VersionTable, type Version } from './tables.js';
import { inLocale, nodeOf, scalarAt, type Node } from './values.js';

/** Reads without interruption. Used inside a write, which has the store to itself. */
export const readDocuments = (tables: Tables, plan: ReadPlan): Result<ReadAnswer> =>
  atOnce(readingSteps(tables, plan));

/** Reads in steps, so that a long read does not block the process. The caller must prevent writes between them. */
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
  const found = yield* matching(tables, plan);
  const nodes = cut(yield* inOrder(tables, found, plan), plan.range, plan.limits);
  const shaping = { tables, limits: plan.limits, budget: new TextBudget(plan.limits.textSize) };
  const parts: string[] = [];
  for (const node of nodes) {
    yield;
    parts.push(JSON.stringify(shapeNode(shaping, node, plan.shape)));
  }
  const text = `[${parts.join()}]`;
  if (text.length > plan.limits.textSize) throw tooLong(plan.limits.textSize);
  return answerOfText(text, nodes.length, plan.count ? found.length : null);
}

/** Returns the versions that match the plan, in no order. */
export function* matching(tables: Reading, plan: ReadPlan): Generator<void, readonly Node[]> {
  const found: Node[] = [];
  for (const version of candidates(tables.versions(plan.type), plan.where)) {
    yield;
    if (!inContext(version, plan)) continue;
    const node = nodeOf(plan.type, version, plan.context);
    if (fits(tables, node, plan.where) && rank(plan, node) !== null) found.push(node);
  }
  return found;
}

/** Null: it does not have the words that are searched for. */
const rank = ({ search }: ReadPlan, node: Node): number | null =>
  search === undefined ? 0 : rankOf(search, (field) => scalarAt(node, field));

function* inOrder(tables: Reading, found: readonly Node[], plan: ReadPlan): Generator<void, readonly Node[]> {
  const sorted = yield* sortNodes(tables, found, plan.order);
  if (plan.search?.ranked !== true) return sorted;
  const ranked = sorted.map((node) => ({ node, rank: rank(plan, node) ?? 0 }));
  return ranked.sort((a, b) => b.rank - a.rank).map(({ node }) => node);
}

/** Versions of types without draft & publish are all published; those of types without locales are in every context. */
const inContext = (version: Version, { type, context: { layer, locale } }: ReadPlan): boolean =>
  (layer === 'any' || version.layer === (type.draftAndPublish ? layer : 'published')) &&
  (!type.localized || inLocale(version, locale));

/** Returns the versions of the documents that the predicate names by documentId, or else all versions. */
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
