import { unlistedTypes } from '../../../../../domain/layout/layout.js';
import type { Attribute, Relation } from '../../../../../domain/schema/schema.js';
import type { WireType } from '../../contract/types.js';
import { say } from '../messages/messages.js';
import type { Session } from '../session/session.js';
import { attributeLabel } from '../ui/attribute-label.js';
import { readableOf } from './filters/fields.js';

/** The state of an entry stands among the columns by this name, which no attribute can have. */
export const stateColumn = '$state';

/** A column after the first, which names the entry. `attribute` is undefined for the state. */
export interface Column {
  /** An attribute, or a path through a relation (`author.name`). */
  readonly name: string;
  readonly label: string;
  readonly attribute?: Attribute;
  /** The relation that leads to the entries with the attribute. */
  readonly through?: Relation;
}

const hidden: ReadonlySet<string> = new Set(['id', 'publishedAt', 'locale', 'createdBy', 'updatedBy']);

const isListable = (attribute: Attribute): boolean => {
  if (attribute.kind === 'scalar')
    return !unlistedTypes.has(attribute.type) && !(attribute.system && hidden.has(attribute.name));
  return attribute.kind === 'relation' && attribute.place.kind !== 'translations';
};

/**
 * All columns that a list can have after the first, from the attributes that may be read; those of related entries are the last.
 */
export function possibleColumns(
  { label }: WireType,
  readable: readonly Attribute[],
  session: Pick<Session, 'types' | 'rights'>,
): readonly Column[] {
  const columns = readable
    .filter((attribute) => isListable(attribute) && attribute.name !== label)
    .map((attribute): Column => ({ name: attribute.name, label: attributeLabel(attribute), attribute }));
  const isSystem = ({ attribute }: Column): boolean => attribute?.kind === 'scalar' && attribute.system;
  const state: Column = { name: stateColumn, label: say('column.status') };
  const own = [...columns.filter((one) => !isSystem(one)), state, ...columns.filter(isSystem)];
  return [...own, ...relatedColumns(readable, session)];
}

/** The attributes of related entries that a list can show, in the order of the relations. */
function relatedColumns(
  readable: readonly Attribute[],
  { types, rights }: Pick<Session, 'types' | 'rights'>,
): readonly Column[] {
  return readable.flatMap((through): readonly Column[] => {
    if (through.kind !== 'relation' || through.media !== undefined || !isListable(through)) return [];
    const target = types.find(({ uid }) => uid === through.target);
    if (target === undefined) return [];
    return readableOf(target, rights)
      .filter((attribute) => attribute.kind === 'scalar' && isListable(attribute))
      .map((attribute) => ({
        name: `${through.name}.${attribute.name}`,
        label: `${attributeLabel(through)} › ${attributeLabel(attribute)}`,
        attribute,
        through,
      }));
  });
}

const most = 4;

/**
 * The columns that `chosen` names, in its order; without it those of the layout and the state, or the first attributes in the
 * order of the schema.
 */
export function columnsOf(
  possible: readonly Column[],
  chosen: string | undefined,
  { layout }: Pick<WireType, 'layout'>,
): readonly Column[] {
  if (chosen !== undefined)
    return chosen.split(',').flatMap((name) => possible.find((one) => one.name === name) ?? []);
  if (layout?.columns !== undefined)
    return [...layout.columns, stateColumn].flatMap(
      (name) => possible.find((one) => one.name === name) ?? [],
    );
  const own = possible.filter(
    ({ attribute, through }) => attribute !== undefined && through === undefined && isUsual(attribute),
  );
  const last = possible.filter(({ name }) => name === stateColumn || name === 'updatedAt');
  return [...own.slice(0, most), ...last];
}

const isUsual = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar'
    ? !attribute.system
    : attribute.kind === 'relation' && attribute.place.kind === 'link' && attribute.media === undefined;

/** What `GET documents/:uid` is asked for. */
export const namesOf = (label: Attribute | undefined, columns: readonly Column[]): readonly string[] => [
  ...(label === undefined ? [] : [label.name]),
  ...columns.flatMap(({ name, attribute }) => (attribute === undefined ? [] : [name])),
];

/** A list that is sorted through a relation to many has no cursors. */
export const isSortable = ({ attribute, through }: Pick<Column, 'attribute' | 'through'>): boolean =>
  attribute?.kind === 'scalar' && through?.many !== true;

const numbers: ReadonlySet<string> = new Set(['integer', 'float', 'decimal', 'biginteger']);

export const isNumber = (attribute: Attribute | undefined): boolean =>
  attribute?.kind === 'scalar' && numbers.has(attribute.type);
