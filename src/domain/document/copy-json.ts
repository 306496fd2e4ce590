import type { Json } from '../schema/schema.js';
import { blockFault } from './check-blocks.js';
import type { Path } from './faults.js';
import { isPlainObject, own } from './plain-object.js';
import { notOfType } from './print-value.js';
import type { ScalarCheck } from './scalar-check.js';

/** A copy of the JSON of a `json` or `array` attribute. Members that are undefined are left out, a `Date` becomes its text. */
export function copyJson(raw: unknown, check: ScalarCheck): Json {
  if (check.attribute.type !== 'array' || Array.isArray(raw)) return copy(raw, check.path, check);
  check.faults.refuse(check.path, notOfType('array', raw), raw);
  return null;
}

/**
 * Blocks are a list of the nodes that Strapi's editor of blocks writes; what is wrong with one is refused at the block
 * that it stands in. One object alone counts as none, as clients are used to.
 */
export function copyBlocks(raw: unknown, check: ScalarCheck): Json {
  const { path, faults } = check;
  if (isPlainObject(raw)) return null;
  if (!Array.isArray(raw)) {
    faults.refuse(path, notOfType('array', raw), raw);
    return null;
  }
  for (const [index, block] of raw.entries()) {
    if (!isPlainObject(block)) faults.refuse([...path, index], notOfType('object', block), block);
    else if (typeof own(block, 'type') !== 'string')
      faults.refuse([...path, index, 'type'], 'must be defined.', own(block, 'type'));
    else {
      const fault = blockFault(block);
      if (fault !== null) faults.refuse([...path, index], fault, block);
    }
  }
  return copy(raw, path, check);
}

function copy(raw: unknown, path: Path, check: ScalarCheck): Json {
  if (raw === null || typeof raw === 'boolean' || typeof raw === 'string' || Number.isFinite(raw))
    return raw as Json;
  if (Array.isArray(raw)) return raw.map((member, index) => copy(member ?? null, [...path, index], check));
  if (raw instanceof Date && !Number.isNaN(raw.getTime())) return raw.toISOString();
  if (!isPlainObject(raw)) {
    check.faults.refuse(path, 'must be a JSON value', null);
    return null;
  }
  const members = Object.entries(raw).filter(([, member]) => member !== undefined);
  // `fromEntries` defines keys: a `__proto__` stays a key.
  return Object.fromEntries(members.map(([key, member]) => [key, copy(member, [...path, key], check)]));
}
