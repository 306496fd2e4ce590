import type { Operator } from '../../../../../../domain/query/query.js';
import { choicesOf } from '../../ui/scalar-input.js';
import { withConditions, type Condition, type Group, type GroupOf } from './conditions.js';
import type { FilterField } from './fields.js';
import { countOf, fieldOf, operatorsOf } from './operators.js';

/** A condition while it is made. */
export interface Draft {
  readonly field: FilterField;
  readonly operator: Operator;
  readonly values: readonly string[];
}

/** A group while it is made. */
export type DraftGroup = GroupOf<Draft>;

const usualValues = (field: FilterField): readonly string[] => {
  const [first] = choicesOf(field.scalar) ?? [];
  return first === undefined ? [] : [first.value];
};

export function emptyDraft(field: FilterField): Draft {
  const [[operator] = ['$eq'] as const] = operatorsOf(field);
  return { field, operator, values: usualValues(field) };
}

export const withOperator = (draft: Draft, operator: Operator): Draft =>
  countOf(operator) === countOf(draft.operator)
    ? { ...draft, operator }
    : { ...draft, operator, values: draft.values.length > 0 ? draft.values : usualValues(draft.field) };

/** Empty if the builder cannot make the condition. */
function draftOf(condition: Condition, fields: readonly FilterField[]): readonly Draft[] {
  const { operator, value } = condition;
  const field = fieldOf(condition, fields);
  if (field === undefined) return [];
  const values = value === true ? [] : typeof value === 'string' ? [value] : value;
  return [{ field, operator, values }];
}

/** Without what the builder cannot make. */
export const draftGroupOf = (group: Group, fields: readonly FilterField[]): DraftGroup =>
  withConditions(group, (condition) => draftOf(condition, fields));

export const groupFrom = (group: DraftGroup): Group =>
  withConditions(group, (draft) => [conditionFrom(draft)]);

const given = (values: readonly string[]): readonly string[] => values.filter((one) => one.trim() !== '');

export function isComplete(operator: Operator, values: readonly string[]): boolean {
  const count = countOf(operator);
  if (count === 'none') return true;
  return given(values).length >= (count === 'two' ? 2 : 1);
}

function conditionFrom({ field: { path }, operator, values }: Draft): Condition {
  switch (countOf(operator)) {
    case 'none':
      return { path, operator, value: true };
    case 'one':
      return { path, operator, value: values[0] ?? '' };
    case 'two':
      return { path, operator, value: values.slice(0, 2) };
    case 'many':
      return { path, operator, value: given(values).map((one) => one.trim()) };
  }
}
