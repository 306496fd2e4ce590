import type { Uid } from '../../domain/schema/schema.js';
import { matchOfType, type Match } from './match-collections.js';
import {
  counted,
  refused,
  type Check,
  type Conversion,
  type PlannedChange,
  type Refused,
} from './planned-change.js';
import { newChoices, type ChangedComponents } from './shapes.js';
import type { StoreTraits } from './store-traits.js';
import type { LinkOrigin, Origin, WantedField } from './wanted-schema.js';

type Changes = readonly (PlannedChange | Refused)[];

/** Creates or renames one collection, and adds, renames and converts its fields. */
export function collectionChanges(
  match: Match,
  matches: readonly Match[],
  components: ChangedComponents,
  traits: StoreTraits,
): Changes {
  const { wanted, stored, record } = match;
  const clashes = nameClashes(match, traits);
  if (stored === undefined) return [...clashes, create(match, matches, traits)];
  const isForeign = record === undefined ? !traits.adoptsEmptyCollections : isForOther(match);
  if (isForeign) return [...clashes, refused(wanted.name, foreign(match, traits))];
  if (record === undefined) {
    const check: Check = { counts: 'rows', refusal: () => foreign(match, traits) };
    return [...clashes, create(match, matches, traits, [check])];
  }
  return [
    ...clashes,
    ...rename(match, traits),
    ...retarget(match, matches),
    ...wanted.fields.flatMap((field) => fieldChanges(match, field, components, traits)),
  ];
}

const isForOther = ({ wanted, record }: Match): boolean => record?.origin.kind !== wanted.origin.kind;

function nameClashes({ wanted: { name, fields } }: Match, { field }: StoreTraits): Changes {
  return fields
    .filter((each, place) => fields.findIndex((other) => other.name === each.name) < place)
    .map((each) =>
      refused(
        `${name}.${each.name}`,
        `Two attributes of "${name}" need the ${field.toLowerCase()} "${each.name}": rename one.`,
      ),
    );
}

const foreign = ({ wanted: { name } }: Match, { collection }: StoreTraits): string =>
  `${collection} "${name}" is in this database already, and not for this. Give the content-type another collectionName, or move that ${collection.toLowerCase()} away.`;

function create(
  match: Match,
  matches: readonly Match[],
  { collection }: StoreTraits,
  checks: readonly Check[] = [],
): PlannedChange {
  const { name, origin } = match.wanted;
  const unmet = isAddedTo(origin, matches) ? renamedFromOf(origin) : undefined;
  const sentence = `${collection} "${name}" is made`;
  const said = unmet === undefined ? beginning(match, sentence) : made(sentence, unmet);
  return { kind: 'createCollection', phase: 'create', name, match, checks, ...said };
}

/** Describes a collection without an unmet `renamedFrom`. */
const beginning = ({ wanted: { origin }, leftBehind }: Match, sentence: string): Said =>
  leftBehind === undefined || origin.kind !== 'type'
    ? made(sentence, undefined)
    : {
        message: `${sentence}, and is empty: the documents of ${origin.uid} stay in "${leftBehind}". To keep them, give it "renamedFrom": "${leftBehind}" in this change.`,
        isDoubtful: true,
      };

type Said = Pick<PlannedChange, 'message' | 'isDoubtful'>;

const renamedFromOf = (origin: Origin): string | undefined =>
  origin.kind === 'type' ? origin.renamedFrom : origin.source.renamedFrom;

/** Whether content may be stored that could have been renamed: in a new database there is none. */
const isAddedTo = (origin: Origin, matches: readonly Match[]): boolean =>
  origin.kind === 'type'
    ? matches.some(({ stored }) => stored !== undefined)
    : matchOfType(matches, origin.source.type)?.stored !== undefined;

/** Describes what begins empty. `unmet` is its `renamedFrom`. */
const made = (sentence: string, unmet: string | undefined, hint = ''): Said =>
  unmet === undefined
    ? { message: `${sentence}.` }
    : {
        message: `${sentence}, and is empty: nothing is stored under its renamedFrom "${unmet}".${hint}`,
        isDoubtful: true,
      };

function rename(match: Match, { collection }: StoreTraits): Changes {
  const { recordedName: former } = match;
  const { name } = match.wanted;
  if (former === name) return [];
  const message = `${collection} "${former}" is renamed to "${name}".`;
  return [{ kind: 'renameCollection', phase: 'rename', name, message, match, checks: [], former }];
}

/** Links to documents of one collection cannot become links to those of another. */
function retarget(match: Match, matches: readonly Match[]): Changes {
  const { wanted, record } = match;
  if (wanted.origin.kind !== 'link' || record?.origin.kind !== 'link') return [];
  const { type } = wanted.origin.target;
  const target = matchOfType(matches, type);
  const former = record.origin.target.type;
  const origin = target?.record?.origin;
  if (former !== type && !(origin?.kind === 'type' && origin.uid === former))
    return [turned(match, wanted.origin, pointElsewhere(wanted.origin, former))];
  return target?.leftBehind === undefined
    ? []
    : [turned(match, wanted.origin, pointBehind(wanted.origin, target.leftBehind))];
}

function turned(match: Match, { target }: LinkOrigin, refusal: Check['refusal']): PlannedChange {
  const { name } = match.wanted;
  const message = `Links of "${name}" point at ${target.type}.`;
  return {
    kind: 'retargetLinks',
    phase: 'rename',
    name,
    message,
    match,
    checks: [{ counts: 'rows', refusal }],
  };
}

const pointElsewhere =
  ({ source, target }: LinkOrigin, former: Uid): Check['refusal'] =>
  ({ count, example }) =>
    `"${source.attribute}" now points at ${target.type}, but ${counted(count, 'link points', 'links point')} at ${former}, for example from document "${example}". ` +
    'Disconnect them first with the former schema, or give the attribute a new name.';

const pointBehind =
  ({ source, target }: LinkOrigin, leftBehind: string): Check['refusal'] =>
  ({ count, example }) =>
    `"${source.attribute}" of ${source.type} points at ${target.type}, whose documents stay in "${leftBehind}", and ${counted(count, 'link points', 'links point')} at them, for example from document "${example}". ` +
    `Give ${target.type} "renamedFrom": "${leftBehind}", so that they move along, or disconnect them first with the former schema.`;

function fieldChanges(
  match: Match,
  field: WantedField,
  components: ChangedComponents,
  traits: StoreTraits,
): Changes {
  const { wanted } = match;
  const name = `${wanted.name}.${field.name}`;
  const former = match.fields.get(field.name);
  if (former === undefined) {
    const sentence = `${traits.field} "${field.name}" is added to "${wanted.name}"`;
    const said = made(sentence, field.renamedFrom, unclaimed(match, field));
    return [{ kind: 'addField', phase: 'create', name, match, checks: [], field, ...said }];
  }
  const message = `${traits.field} "${former}" of "${wanted.name}" is renamed to "${field.name}".`;
  return [
    ...(former === field.name
      ? []
      : [{ kind: 'renameField', phase: 'rename', name, message, match, checks: [], field, former } as const]),
    ...convert(match, field, former, components, traits),
  ];
}

/** Names the stored fields of this shape that the schema no longer has. */
function unclaimed({ record, fields }: Match, { attribute }: WantedField): string {
  const used = new Set(fields.values());
  const left = Object.entries(record?.fields ?? {})
    .filter(([field, { shape }]) => !used.has(field) && shape === attribute?.shape)
    .map(([field]) => `"${field}"`);
  return left.length === 0 ? '' : ` Left over there: ${left.join(', ')}.`;
}

function convert(
  match: Match,
  { name: field, attribute, type }: WantedField,
  former: string,
  components: ChangedComponents,
  traits: StoreTraits,
): Changes {
  if (attribute === undefined) return [];
  const name = `${match.wanted.name}.${field}`;
  const before = match.record?.fields[former];
  if (before === undefined) {
    const found = match.stored?.fields?.get(former);
    return found === type ? [] : [refused(name, foreignField(name, found, type, traits))];
  }
  const [from, to] = [before.shape, attribute.shape];
  const choices = newChoices(before, attribute);
  if (from === to && choices === undefined && !components.touches(from)) return [];
  const conversion: Conversion = { field, former, from, to, ...(choices && { choices }) };
  const checks: readonly Check[] = [{ counts: 'misfits', conversion, refusal: misfits(name, conversion) }];
  const change = { phase: 'convert', name, match, checks } as const;
  if (from !== to) {
    const message = `${traits.field} "${name}" changes from ${from} to ${to}.`;
    return [{ ...change, kind: 'convertField', message, conversion }];
  }
  return components.rewrites(from)
    ? [
        {
          ...change,
          kind: 'convertField',
          message: `Component items in "${name}" are rewritten.`,
          conversion,
        },
      ]
    : [{ ...change, kind: 'limitValues', message: `Values in "${name}" must be in the enum.` }];
}

const foreignField = (
  name: string,
  type: string | undefined,
  wanted: string | undefined,
  { field }: StoreTraits,
): string =>
  `${field} "${name}" was not made by Quire and is ${type}, not ${wanted}. Rename that ${field.toLowerCase()}, or the attribute.`;

const misfits = (name: string, { from, to, choices }: Conversion): Check['refusal'] => {
  if (from !== to) return unfit(name, from, choices === undefined ? to : 'enumeration');
  return choices === undefined ? misfitItems(name) : unlisted(name);
};

const unfit =
  (name: string, from: string, to: string): Check['refusal'] =>
  ({ count, example }) =>
    `${counted(count, 'value does', 'values do')} not fit when "${name}" changes from ${from} to ${to}, for example in document "${example}". ` +
    `Change or clear ${count === 1 ? 'it' : 'them'} first with the former schema, or give the attribute a new name.`;

const unlisted =
  (name: string): Check['refusal'] =>
  ({ count, example }) =>
    `${counted(count, 'value', 'values')} of "${name}" ${count === 1 ? 'is' : 'are'} not in the enum, for example in document "${example}". ` +
    `Change or clear ${count === 1 ? 'it' : 'them'} first with the former schema, or list ${count === 1 ? 'it' : 'them'} in the enum.`;

const misfitItems =
  (name: string): Check['refusal'] =>
  ({ count, example }) =>
    `In ${counted(count, 'version', 'versions')}, component values in "${name}" do not fit the changed type or enum of their attribute, for example in document "${example}". ` +
    'Change or clear them first with the former schema, or give the attribute a new name.';
