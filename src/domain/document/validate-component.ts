import { reason } from '../reason/reason.js';
import { type Component, type ComponentAttribute, componentOf, type Zone } from '../schema/schema.js';
import { castNumber } from './cast-number.js';
import { notOfType } from './not-of-type.js';
import type { Path } from './path.js';
import type { BodyObject, MembersRule, Validation } from './validation.js';
import type { ComponentInput, ItemInput } from './input.js';
import { isPlainObject, own, type PlainObject } from './plain-object.js';

type Attribute = ComponentAttribute | Zone;

/** The path of a value, and whether what it belongs to is new: all items are then new, whatever ids they bring along. */
type Place = Pick<BodyObject, 'path' | 'fresh'>;

/** Validates the value of a component or zone; undefined if it is invalid. Null clears a single component only. */
export function validateComponent(
  attribute: Attribute,
  raw: unknown,
  place: Place,
  validation: Validation,
  members: MembersRule,
): ComponentInput | undefined {
  const { path } = place;
  if (attribute.kind === 'zone' || attribute.repeatable)
    return validateList(attribute, raw, place, validation, members);
  if (raw !== null) return validateItem(attribute, raw, place, validation, members);
  if (attribute.required && !validation.draft)
    validation.faults.invalidValue(path, notOfType('object', null), null);
  return null;
}

/** Validates a new document or item without this component. */
export function absentComponent(attribute: Attribute, path: Path, { draft, faults }: Validation): undefined {
  if (attribute.required && !draft) faults.invalidValue(path, reason('value.missing'), undefined);
}

function validateList(
  attribute: Attribute,
  raw: unknown,
  { path, fresh }: Place,
  validation: Validation,
  members: MembersRule,
): readonly ItemInput[] | undefined {
  if (!Array.isArray(raw)) {
    validation.faults.invalidValue(path, notOfType('array', raw), raw);
    return undefined;
  }
  checkCount(attribute, raw, path, validation);
  const items = raw.map((item: unknown, index) =>
    validateItem(attribute, item, { path: [...path, index], fresh }, validation, members),
  );
  const found = items.filter((item) => item !== undefined);
  checkRepeats(found, path, validation);
  return found;
}

function checkCount(
  { min, max, required }: Attribute,
  raw: readonly unknown[],
  path: Path,
  validation: Validation,
): void {
  const { draft, faults } = validation;
  // An optional list may be empty whatever its minimum.
  const bounded = !draft && (required || raw.length > 0);
  if (bounded && min !== undefined && raw.length < min)
    faults.invalidValue(path, reason('items.min', { min }), raw);
  if (max !== undefined && raw.length > max) {
    faults.invalidValue(path, reason('items.max', { max }), raw);
  }
}

function checkRepeats(items: readonly ItemInput[], path: Path, { faults }: Validation): void {
  const seen = new Set<string>();
  for (const { component, id } of items) {
    if (id === undefined) continue;
    const key = `${component} ${id}`;
    if (seen.has(key)) faults.invalidValue(path, reason('items.repeated', { id }), id);
    seen.add(key);
  }
}

function validateItem(
  attribute: Attribute,
  raw: unknown,
  { path, fresh }: Place,
  validation: Validation,
  members: MembersRule,
): ItemInput | undefined {
  if (!isPlainObject(raw)) {
    validation.faults.invalidValue(path, notOfType('object', raw), raw);
    return undefined;
  }
  const component = componentOfItem(attribute, raw, path, validation);
  if (component === undefined) return undefined;
  const id = fresh ? undefined : itemId(raw, path, validation);
  const place = { path, fresh: id === undefined, within: attribute.kind };
  const input = members(component, raw, place, validation);
  return { component: component.uid, ...(id === undefined ? {} : { id }), ...input };
}

function componentOfItem(
  attribute: Attribute,
  raw: PlainObject,
  path: Path,
  { schema, faults }: Validation,
): Component | undefined {
  if (attribute.kind === 'component') return componentOf(schema, attribute.component);
  const uid = own(raw, '__component');
  const at = [...path, '__component'];
  if (uid === undefined || uid === null) {
    faults.invalidValue(at, reason('value.required'), uid);
    return undefined;
  }
  const allowed = attribute.components.find((candidate) => candidate === uid);
  if (allowed !== undefined) return componentOf(schema, allowed);
  faults.invalidValue(at, reason('item.componentNotListed', { values: attribute.components }), uid);
  return undefined;
}

/** Undefined for a new item. */
function itemId(raw: PlainObject, path: Path, { faults }: Validation): number | undefined {
  const sent = own(raw, 'id');
  if (sent === undefined || sent === null) return undefined;
  const id = castNumber(sent);
  if (id !== null && Number.isSafeInteger(id) && id > 0) return id;
  faults.invalidValue([...path, 'id'], reason('item.id'), sent);
  return undefined;
}
