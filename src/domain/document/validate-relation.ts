import { reason } from '../reason/reason.js';
import type { Connect, Ref, RelationInput } from '../relation/relation-input.js';
import { contentTypeOf, type Relation } from '../schema/schema.js';
import {
  connectedTwice,
  distinctConnects,
  distinctRefs,
  repeatedConnects,
  readPosition,
  readRef,
  refKeys,
  type RefRules,
} from './read-ref.js';
import { keyPathOf, type Path } from './path.js';
import type { Faults, Validation } from './validation.js';
import { isPlainObject, own, type PlainObject } from './plain-object.js';

const longestList = 10_000;
const operations: readonly string[] = ['set', 'connect', 'disconnect'];

interface Reading {
  readonly relation: Relation;
  readonly rules: RefRules;
  readonly faults: Faults;
  /** Only the server itself appends uploaded files to a media attribute; clients send the whole list. */
  readonly connectsMedia: boolean;
}

/** Reads the edit of a relation in any accepted form; undefined if it changes nothing or is invalid. */
export function validateRelation(
  relation: Relation,
  raw: unknown,
  path: Path,
  validation: Validation,
): RelationInput | undefined {
  const { faults, principal } = validation;
  const connectsMedia = principal.kind === 'system';
  const reading = { relation, rules: rulesOf(relation, validation), faults, connectsMedia };
  if (raw === null) return { kind: 'set', items: [] };
  if (!isPlainObject(raw) || !isWrapper(raw)) return setOf(readRefs(raw, path, reading), relation);
  checkRefKeys(raw, operations, path, reading);
  const set = own(raw, 'set') ?? null;
  // `set` replaces the whole list, so that other operations beside it have no effect.
  if (set !== null) return setOf(readRefs(set, [...path, 'set'], reading), relation);
  return readChange(raw, path, reading);
}

function rulesOf({ target, place }: Relation, { schema, owner }: Validation): RefRules {
  const type = contentTypeOf(schema, target);
  return {
    locale: type.localized && !owner.localized,
    // Links inside components have no layers.
    status: type.draftAndPublish && !owner.draftAndPublish && place.kind === 'link',
  };
}

/** An object that is no item holds operations: `{}` changes nothing, and unknown keys are reported as keys. */
const isWrapper = (raw: PlainObject): boolean =>
  operations.some((name) => Object.hasOwn(raw, name)) || !refKeys.some((name) => Object.hasOwn(raw, name));

function setOf(refs: readonly Ref[], { many }: Relation): RelationInput {
  return { kind: 'set', items: many ? distinctRefs(refs) : refs.slice(-1) };
}

function readChange(raw: PlainObject, path: Path, reading: Reading): RelationInput | undefined {
  const { relation, faults } = reading;
  const connect = readConnects(own(raw, 'connect') ?? null, [...path, 'connect'], reading);
  const disconnect = distinctRefs(readRefs(own(raw, 'disconnect') ?? [], [...path, 'disconnect'], reading));
  if (relation.media !== undefined && connect.length > 0 && !reading.connectsMedia) {
    faults.invalidValue([...path, 'connect'], reason('links.media'), own(raw, 'connect'));
  }
  if (connect.length > 0 && !relation.many)
    return setOf(
      connect.map(({ ref }) => ref),
      relation,
    );
  return connect.length + disconnect.length === 0 ? undefined : { kind: 'change', connect, disconnect };
}

/** Reads one item or a list of items. */
function readItems(raw: unknown, path: Path, { faults }: Reading): readonly unknown[] {
  const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  if (items.length <= longestList) return items;
  faults.invalidValue(path, reason('links.max', { max: longestList }), items.length);
  return [];
}

function readRefs(raw: unknown, path: Path, reading: Reading): readonly Ref[] {
  const items = readItems(raw, path, reading);
  const refs = items.map((item, index) => readItem(item, [...path, index], refKeys, reading));
  return known(refs, raw, path, reading);
}

function readConnects(raw: unknown, path: Path, reading: Reading): readonly Connect[] {
  if (raw === null) return [];
  const items = readItems(raw, path, reading);
  const connects = items.map((item, index): Connect | null => {
    const at = [...path, index];
    const ref = readItem(item, at, [...refKeys, 'position'], reading);
    const position = isPlainObject(item) ? own(item, 'position') : undefined;
    return (
      ref && { ref, position: readPosition(position, [...at, 'position'], reading.rules, reading.faults) }
    );
  });
  const found = known(connects, raw, path, reading);
  for (const ref of repeatedConnects(found)) reading.faults.invalidValue(path, connectedTwice(ref), ref);
  return distinctConnects(found);
}

function readItem(item: unknown, path: Path, keys: readonly string[], reading: Reading): Ref | null {
  if (isPlainObject(item)) checkRefKeys(item, keys, path, reading);
  return readRef(item, reading.rules, path, reading.faults);
}

function checkRefKeys(raw: PlainObject, allowed: readonly string[], path: Path, { faults }: Reading): void {
  for (const key of Object.keys(raw)) {
    if (!allowed.includes(key)) faults.invalidKey(key, { path: keyPathOf(path) });
  }
}

function known<T>(items: readonly (T | null)[], raw: unknown, path: Path, { faults }: Reading): readonly T[] {
  const found = items.filter((item) => item !== null);
  if (found.length < items.length) faults.invalidValue(path, reason('links.invalid'), raw);
  return found;
}
