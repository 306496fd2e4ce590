import type { Json } from '../schema/schema.js';
import { reason, type Reason } from '../reason/reason.js';
import { notOfType } from './not-of-type.js';
import type { Path } from './path.js';
import type { ScalarCheck } from './validation.js';
import { isPlainObject, own, type PlainObject } from './plain-object.js';

/** Copies the JSON of a `json` or `array` attribute. Undefined members are left out; a `Date` becomes its text. */
export function copyJson(raw: unknown, check: ScalarCheck): Json {
  if (check.attribute.type !== 'array' || Array.isArray(raw)) return copy(raw, check.path, check);
  check.faults.invalidValue(check.path, notOfType('array', raw), raw);
  return null;
}

/**
 * Copies blocks: a list of the nodes that Strapi's blocks editor writes. Each fault is reported at its block. A single
 * object counts as no value, which is what clients expect.
 */
export function copyBlocks(raw: unknown, check: ScalarCheck): Json {
  const { path, faults } = check;
  if (isPlainObject(raw)) return null;
  if (!Array.isArray(raw)) {
    faults.invalidValue(path, notOfType('array', raw), raw);
    return null;
  }
  for (const [index, block] of raw.entries()) {
    if (!isPlainObject(block)) faults.invalidValue([...path, index], notOfType('object', block), block);
    else if (typeof own(block, 'type') !== 'string')
      faults.invalidValue([...path, index, 'type'], reason('value.missing'), own(block, 'type'));
    else {
      const fault = blockFault(block);
      if (fault !== null) faults.invalidValue([...path, index], fault, block);
    }
  }
  return copy(raw, path, check);
}

const isJsonScalar = (raw: unknown): raw is Json =>
  raw === null || typeof raw === 'boolean' || typeof raw === 'string' || Number.isFinite(raw);

/** A path is made only for what may have a fault. */
const copyMember = (member: unknown, key: string | number, path: Path, check: ScalarCheck): Json =>
  isJsonScalar(member) ? member : copy(member, [...path, key], check);

function copy(raw: unknown, path: Path, check: ScalarCheck): Json {
  if (isJsonScalar(raw)) return raw;
  if (Array.isArray(raw)) return raw.map((member, index) => copyMember(member ?? null, index, path, check));
  if (raw instanceof Date && !Number.isNaN(raw.getTime())) return raw.toISOString();
  if (!isPlainObject(raw)) {
    check.faults.invalidValue(path, reason('value.notJson'), null);
    return null;
  }
  const keys = Object.keys(raw).filter((key) => raw[key] !== undefined);
  // `fromEntries` defines own properties, so that a `__proto__` key stays a key.
  return Object.fromEntries(keys.map((key) => [key, copyMember(raw[key], key, path, check)]));
}

/** Returns why one block is refused; null if it is not. */
export function blockFault(block: PlainObject): Reason | null {
  return nodeFault(block, blocks);
}

/** The node types that are allowed in one place, each with the check of its members. */
type Nodes = ReadonlyMap<string, (node: PlainObject) => Reason | null>;

const marks = ['bold', 'italic', 'underline', 'strikethrough', 'code'] as const;

function textFault(node: PlainObject): Reason | null {
  if (typeof own(node, 'text') !== 'string') return reason('block.textWithout');
  const wrong = marks.find((mark) => !['boolean', 'undefined'].includes(typeof own(node, mark)));
  return wrong === undefined ? null : reason('block.mark', { mark: wrong });
}

const text: Nodes = new Map([['text', textFault]]);

const inline: Nodes = new Map([
  ...text,
  [
    'link',
    (node) =>
      typeof own(node, 'url') === 'string' ? childrenFault(node, text) : reason('block.linkWithout'),
  ],
]);

const item: Nodes = new Map([['list-item', (node) => childrenFault(node, inline)]]);

const lists: Nodes = new Map([...item, ['list', listFault]]);

function listFault(node: PlainObject): Reason | null {
  const format = own(node, 'format');
  if (format !== 'ordered' && format !== 'unordered') return reason('block.listFormat');
  return childrenFault(node, lists);
}

function headingFault(node: PlainObject): Reason | null {
  const level = own(node, 'level');
  const isLevel = typeof level === 'number' && Number.isInteger(level) && level >= 1 && level <= 6;
  return isLevel ? childrenFault(node, inline) : reason('block.headingLevel');
}

function imageFault(node: PlainObject): Reason | null {
  const image = own(node, 'image');
  if (!isPlainObject(image) || typeof own(image, 'url') !== 'string') return reason('block.imageWithout');
  return own(node, 'children') === undefined ? null : childrenFault(node, text);
}

const ofText = (node: PlainObject): Reason | null => childrenFault(node, inline);

const blocks: Nodes = new Map([
  ['paragraph', ofText],
  ['quote', ofText],
  ['code', ofText],
  ['heading', headingFault],
  ['list', listFault],
  ['image', imageFault],
]);

function nodeFault(node: unknown, allowed: Nodes): Reason | null {
  const type = isPlainObject(node) ? own(node, 'type') : undefined;
  const fault = typeof type === 'string' ? allowed.get(type) : undefined;
  if (fault !== undefined && isPlainObject(node)) return fault(node);
  const types = [...allowed.keys()];
  return typeof type === 'string'
    ? reason('block.type', { type: JSON.stringify(type.slice(0, 100)), types })
    : reason('block.typeMissing', { types });
}

function childrenFault(node: PlainObject, allowed: Nodes): Reason | null {
  const children = own(node, 'children');
  if (!Array.isArray(children)) return reason('block.childless', { type: String(own(node, 'type')) });
  for (const child of children) {
    const fault = nodeFault(child, allowed);
    if (fault !== null) return fault;
  }
  return null;
}
