import type { Attribute } from '../../../../../domain/schema/schema.js';
import type { WireType } from '../../contract/types.js';
import { say } from '../messages/messages.js';
import { attributeLabel } from './filters/fields.js';

/** The state of an entry stands among the columns by this name, which no attribute can have. */
export const stateColumn = '$state';

/** A column after the first, which names the entry. `attribute` is undefined for the state. */
export interface Column {
  readonly name: string;
  readonly label: string;
  readonly attribute?: Attribute;
}

const unsuitable: ReadonlySet<string> = new Set(['richtext', 'blocks', 'json', 'array', 'password']);
const hidden: ReadonlySet<string> = new Set(['id', 'publishedAt', 'locale', 'createdBy', 'updatedBy']);

const isListable = (attribute: Attribute): boolean => {
  if (attribute.kind === 'scalar')
    return !unsuitable.has(attribute.type) && !(attribute.system && hidden.has(attribute.name));
  return attribute.kind === 'relation' && attribute.place.kind !== 'translations';
};

/** All columns that a list can have after the first, from the attributes that may be read. */
export function possibleColumns({ label }: WireType, readable: readonly Attribute[]): readonly Column[] {
  const columns = readable
    .filter((attribute) => isListable(attribute) && attribute.name !== label)
    .map((attribute): Column => ({ name: attribute.name, label: attributeLabel(attribute.name), attribute }));
  const isSystem = ({ attribute }: Column): boolean => attribute?.kind === 'scalar' && attribute.system;
  const state: Column = { name: stateColumn, label: say('column.status') };
  return [...columns.filter((one) => !isSystem(one)), state, ...columns.filter(isSystem)];
}

const most = 4;

/** The columns that `chosen` names, in its order; without it the first attributes in the order of the schema. */
export function columnsOf(possible: readonly Column[], chosen: string | undefined): readonly Column[] {
  if (chosen !== undefined)
    return chosen.split(',').flatMap((name) => possible.find((one) => one.name === name) ?? []);
  const own = possible.filter(({ attribute }) => attribute !== undefined && isUsual(attribute));
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
  ...columns.flatMap(({ attribute }) => (attribute === undefined ? [] : [attribute.name])),
];

export const isSortable = (attribute: Attribute): boolean => attribute.kind === 'scalar';

const numbers: ReadonlySet<string> = new Set(['integer', 'float', 'decimal', 'biginteger']);

export const isNumber = (attribute: Attribute | undefined): boolean =>
  attribute?.kind === 'scalar' && numbers.has(attribute.type);
