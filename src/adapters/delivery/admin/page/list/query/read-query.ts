import type { Attribute } from '../../../../../../domain/schema/schema.js';
import type { WireType } from '../../../contract/types.js';
import { jsonFault } from '../../entry/fields/json-fault.js';
import { say } from '../../messages/messages.js';
import type { Session } from '../../session/session.js';
import type { FilterJson } from '../filters/conditions.js';
import { readableOf } from '../filters/fields.js';
import {
  allOf,
  isRecord,
  near,
  operatorOf,
  readComparison,
  readJoined,
  readScalar,
  unknownOperator,
  type Faults,
  type FilterNode,
} from './read-comparison.js';

/** What is wrong, and where: `$and.0.Rating.$gt`. */
export interface QueryFault {
  readonly path: string;
  readonly message: string;
}

export interface ReadQuery {
  /** Undefined: there are none. */
  readonly filters: FilterJson | undefined;
  readonly node: FilterNode | null;
  readonly faults: readonly QueryFault[];
}

type Types = Pick<Session, 'types' | 'rights' | 'components'>;

/** Reads the filters of a list as somebody types them, and finds what the server would refuse. */
export function readQuery(text: string, type: WireType, session: Types): ReadQuery {
  const nothing = { filters: undefined, node: null };
  if (text.trim() === '') return { ...nothing, faults: [] };
  const broken = jsonFault(text);
  if (broken !== null) {
    const message = say('field.jsonFault', { ...broken });
    return { ...nothing, faults: [{ path: '', message }] };
  }
  const filters = JSON.parse(text) as unknown;
  const faults: QueryFault[] = [];
  const reading: Reading = {
    session,
    fault: (path, message) => void faults.push({ path: path.join('.'), message }),
  };
  const node = readNode(reading, { attributes: readableOf(type, session.rights) }, filters, []);
  if (!isRecord(filters) || Object.keys(filters).length === 0) return { ...nothing, faults };
  return { filters, node, faults };
}

interface Reading extends Faults {
  readonly session: Types;
}

/** Where names of attributes are looked for. */
interface Place {
  readonly attributes: readonly Attribute[];
  /** The relation or component that leads there. */
  readonly through?: Attribute;
}

function readNode(
  reading: Reading,
  place: Place,
  value: unknown,
  path: readonly string[],
): FilterNode | null {
  if (!isRecord(value)) {
    reading.fault(path, say('query.fault.object'));
    return null;
  }
  const parts = Object.entries(value).map(([key, inner]) =>
    readKey(reading, place, [key, inner], [...path, key]),
  );
  return parts.includes(null) ? null : allOf(parts as FilterNode[]);
}

function readKey(
  reading: Reading,
  place: Place,
  [key, value]: readonly [string, unknown],
  path: readonly string[],
): FilterNode | null {
  const joined = readJoined(reading, [key, value], path, (inner, at) => readNode(reading, place, inner, at));
  if (joined !== undefined) return joined;
  if (key.startsWith('$')) return readOwn(reading, place, [key, value], path);
  const attribute = place.attributes.find(({ name }) => name === key);
  if (attribute === undefined) {
    reading.fault(
      path,
      say('query.fault.unknown', { name: key }) +
        near(
          key,
          place.attributes.map(({ name }) => name),
        ),
    );
    return null;
  }
  switch (attribute.kind) {
    case 'scalar':
      return readScalar(reading, attribute, value, path);
    case 'zone':
      reading.fault(path, say('query.fault.zone'));
      return null;
    default: {
      const inside = insideOf(reading.session, attribute);
      // A value stands for the id of what is linked.
      const part = isRecord(value)
        ? readNode(reading, inside, value, path)
        : readOwn(reading, inside, ['$eq', value], path);
      return part && { kind: 'within', key, part };
    }
  }
}

function insideOf({ types, rights, components }: Types, attribute: Attribute): Place {
  if (attribute.kind === 'relation') {
    const target = types.find(({ uid }) => uid === attribute.target);
    return { through: attribute, attributes: target === undefined ? [] : readableOf(target, rights) };
  }
  const uid = attribute.kind === 'component' ? attribute.component : '';
  return { through: attribute, attributes: components.find((one) => one.uid === uid)?.attributes ?? [] };
}

/** Reads an operator that stands where attributes do: it is about the relation or the component that leads there. */
function readOwn(
  reading: Reading,
  { through, attributes }: Place,
  [key, value]: readonly [string, unknown],
  path: readonly string[],
): FilterNode | null {
  const operator = operatorOf(key);
  const refuse = (message: string): null => {
    reading.fault(path, message);
    return null;
  };
  if (operator === undefined) return refuse(unknownOperator(key));
  if (through === undefined) return refuse(say('query.fault.place', { name: key }));
  const isAbsence = operator === '$null' || operator === '$notNull';
  if (through.kind !== 'relation' && !isAbsence)
    return refuse(say('query.fault.unfit', { name: key, type: through.kind }));
  // Digits are the number of what is linked, all else is its documentId.
  const isNumber = [value].flat().every((one) => /^\d+$/.test(String(one)));
  const id = attributes.find(({ name }) => name === (isNumber ? 'id' : 'documentId'));
  if (id?.kind !== 'scalar') return refuse(say('query.fault.unknown', { name: through.name }));
  const node = readComparison(reading, id, operator, value, path);
  return node && aboutItself(node, through.kind);
}

/** Comparisons of an id stand for those of what leads there. */
function aboutItself(node: FilterNode, key: string): FilterNode {
  if (node.kind === 'compare') return { ...node, key, scalar: undefined };
  return 'parts' in node ? { ...node, parts: node.parts.map((part) => aboutItself(part, key)) } : node;
}
