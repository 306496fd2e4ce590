import type { Predicate, ReadPlan, Shape } from '../../../../domain/plan/read-plan.js';
import type { WritePlan } from '../../../../domain/plan/write-plan.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { Lowering, rootScope } from '../read/lowering.js';
import { lowerShape, raiseTooLarge } from '../read/lower-shape.js';
import type { Parameters } from '../statement.js';
import type { VersionPart } from './version-part.js';

/**
 * Returns the SQL of the answer from the rows that the statement itself writes, or null if that is impossible: the parts of
 * a statement do not see each other's writes, so an answer with other rows needs a second statement.
 */
export function lowerReturned(
  schema: Schema,
  parameters: Parameters,
  plan: WritePlan,
  answer: ReadPlan,
  versions: readonly VersionPart[],
): string | null {
  const root = rootScope('t0', answer.type, answer.context);
  const part = versions.find(
    ({ version }) =>
      version?.layer === root.layer && (!plan.type.localized || version.locale === answer.context.locale),
  );
  if (part === undefined || !asksForVersion(plan, answer) || !isSelfContained(answer.shape)) return null;
  const lowering = new Lowering(schema, answer.limits, parameters);
  const shape = lowerShape(lowering, root, answer.shape);
  const text = `SELECT coalesce(json_agg(${shape.json('x0')}), '[]')::text AS text FROM (SELECT ${shape.columns} FROM ${part.name} t0) x0`;
  const maxLength = parameters.add(answer.limits.textSize, 'bigint');
  const fits = `octet_length(a.text) <= ${maxLength} OR length(a.text) <= ${maxLength}`;
  return `(SELECT CASE WHEN ${fits} THEN a.text ELSE ${raiseTooLarge('length(a.text)')}::text END FROM (${text}) a)`;
}

const asksForVersion = (plan: WritePlan, { type, count, range, where }: ReadPlan): boolean =>
  type === plan.type &&
  !count &&
  range.offset === 0 &&
  range.limit !== 0 &&
  isDocument(where, plan.documentId);

function isDocument(where: Predicate | null, documentId: string): boolean {
  if (where?.kind === 'and') return where.predicates.every((part) => isDocument(part, documentId));
  if (where?.kind !== 'compare' || where.negated || !where.field.system) return false;
  const { field, comparison } = where;
  return (
    field.name === 'documentId' &&
    comparison.op === 'eq' &&
    !comparison.fold &&
    comparison.value === documentId
  );
}

const isSelfContained = (shape: Shape): boolean =>
  shape.members.every((member) => {
    switch (member.kind) {
      case 'field':
        return true;
      case 'component':
        return isSelfContained(member.shape);
      case 'zone':
        return [...member.shapes.values()].every(isSelfContained);
      case 'relation':
      case 'count':
        return false;
    }
  });
