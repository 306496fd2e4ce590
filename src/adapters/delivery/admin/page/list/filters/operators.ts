import type { Operator } from '../../../../../../domain/query/query.js';
import { formatDay, say, type MessageId } from '../../messages/messages.js';
import { isGroup, type Condition, type Group, type Join, type Part } from './conditions.js';
import { keyOf, type FieldKind, type FilterField } from './fields.js';

/** What is typed beside an operator. */
export type ValueCount = 'none' | 'one' | 'two' | 'many';

const counts: Partial<Readonly<Record<Operator, ValueCount>>> = {
  $null: 'none',
  $notNull: 'none',
  $between: 'two',
  $in: 'many',
  $notIn: 'many',
};

export const countOf = (operator: Operator): ValueCount => counts[operator] ?? 'one';

type Words = readonly (readonly [Operator, MessageId])[];

const filled: Words = [
  ['$notNull', 'op.filled'],
  ['$null', 'op.empty'],
];
const listed: Words = [
  ['$in', 'op.in'],
  ['$notIn', 'op.notIn'],
];
const equal: Words = [
  ['$eq', 'op.is'],
  ['$ne', 'op.isNot'],
];

/** The operators that fit a kind of field, with their words, the usual ones first. */
const words: Readonly<Record<FieldKind, Words>> = {
  text: [
    ['$containsi', 'op.contains'],
    ['$notContainsi', 'op.containsNot'],
    ['$eqi', 'op.is'],
    ['$nei', 'op.isNot'],
    ['$startsWithi', 'op.begins'],
    ['$endsWithi', 'op.ends'],
    ...listed,
    ...filled,
    ['$contains', 'op.contains.case'],
    ['$notContains', 'op.containsNot.case'],
    ['$eq', 'op.is.case'],
    ['$ne', 'op.isNot.case'],
    ['$startsWith', 'op.begins.case'],
    ['$endsWith', 'op.ends.case'],
  ],
  number: [
    ...equal,
    ['$gte', 'op.atLeast'],
    ['$lte', 'op.atMost'],
    ['$gt', 'op.more'],
    ['$lt', 'op.less'],
    ['$between', 'op.between'],
    ...listed,
    ...filled,
  ],
  time: [
    ['$gte', 'op.from'],
    ['$lte', 'op.until'],
    ['$gt', 'op.after'],
    ['$lt', 'op.before'],
    ['$between', 'op.between'],
    ...equal,
    ...filled,
  ],
  boolean: [['$eq', 'op.is'], ['$ne', 'op.isNot'], ...filled],
  enumeration: [...equal, ...listed, ...filled],
  id: [...equal, ...listed],
  link: [
    ['$notNull', 'op.linked'],
    ['$null', 'op.notLinked'],
  ],
};

export const operatorsOf = ({ kind }: FilterField): Words => words[kind];

/** The field of a condition that can be chosen as it is; undefined: somebody wrote it by hand. */
export const fieldOf = (
  { path, operator }: Condition,
  fields: readonly FilterField[],
): FilterField | undefined =>
  fields.find((one) => keyOf(one.path) === keyOf(path) && operatorsOf(one).some(([own]) => own === operator));

/** A condition in words. A field or an operator that is not offered stands as it is written. */
function wordsOf({ path, operator, value }: Condition, fields: readonly FilterField[]): string {
  const field = fields.find((one) => keyOf(one.path) === keyOf(path));
  const all = Object.values(words).flat();
  const offered = field === undefined ? all : [...operatorsOf(field), ...all];
  const id = offered.find(([one]) => one === operator)?.[1];
  const name = field ? [...path.slice(0, -1), field.label].join(' › ') : path.join(' › ');
  const verb = id === undefined ? operator : say(id);
  if (value === true) return `${name} ${verb}`;
  const shown = (typeof value === 'string' ? [value] : value).map((one) => shownValue(field, one));
  return `${name} ${verb} ${shown.join(operator === '$between' ? ` ${say('op.and')} ` : ', ')}`;
}

/** A group in words; the groups in it stand in brackets. */
export function wordsOfGroup({ join, parts }: Group, fields: readonly FilterField[]): string {
  const words = parts.map((part) => wordsOfPart(part, fields, parts.length > 1));
  const joined = words.join(` ${say(joinWord(join))} `);
  return join === 'none' || join === 'notAll' ? say('filter.not', { words: joined }) : joined;
}

function wordsOfPart(part: Part, fields: readonly FilterField[], isOneOfMany: boolean): string {
  if (!isGroup(part)) return wordsOf(part, fields);
  const words = wordsOfGroup(part, fields);
  return isOneOfMany && part.parts.length > 1 && (part.join === 'all' || part.join === 'any')
    ? `(${words})`
    : words;
}

/** What stands between two parts of a group. */
export const joinWord = (join: Join): MessageId =>
  join === 'all' || join === 'notAll' ? 'op.and' : 'filter.or';

function shownValue(field: FilterField | undefined, value: string): string {
  if (field?.kind === 'boolean') return say(value === 'true' ? 'yes' : 'no');
  const isMoment = /^(datetime|timestamp)$/.test(field?.scalar?.type ?? '');
  if (isMoment && !Number.isNaN(Date.parse(value))) return formatDay(value);
  return value === '' ? '“”' : value;
}
