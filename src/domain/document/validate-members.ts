import { mayLink } from '../permission/permission.js';
import type { RelationInput } from '../relation/relation-input.js';
import {
  isSystem,
  type Attribute,
  type ComponentAttribute,
  type Json,
  type Relation,
  type Scalar,
  type Shaped,
  type Zone,
} from '../schema/schema.js';
import { checkKeys } from './check-keys.js';
import type { Path } from './faults.js';
import type { ComponentInput, Input } from './input.js';
import { own, type PlainObject } from './plain-object.js';
import { absentComponent, validateComponent } from './validate-component.js';
import { validateRelation } from './validate-relation.js';
import { absentScalar, validateScalar } from './validate-scalar.js';
import { keyPathOf, type Place, type Validation } from './validation.js';

interface Collected extends Input {
  readonly values: Map<string, Json>;
  readonly components: Map<string, ComponentInput>;
  readonly relations: Map<string, RelationInput>;
}

/** Validates the attributes of a document or a component item, in the order of the schema. */
export function validateMembers(
  shaped: Shaped,
  data: PlainObject,
  place: Place,
  validation: Validation,
): Input {
  if (!validation.stored) checkKeys(shaped, data, place, validation);
  const collected: Collected = { values: new Map(), components: new Map(), relations: new Map() };
  for (const attribute of shaped.attributes.values()) {
    if (isSystem(attribute)) continue;
    validateAttribute(attribute, own(data, attribute.name), place, validation, collected);
  }
  return collected;
}

function validateAttribute(
  attribute: Attribute,
  raw: unknown,
  place: Place,
  validation: Validation,
  collected: Collected,
): void {
  const at = { ...place, path: [...place.path, attribute.name] };
  // An item that is kept may be older than the attribute, and a store may leave out nulls.
  if (raw === undefined && !place.fresh && !validation.stored) return;
  switch (attribute.kind) {
    case 'scalar':
      return put(collected.values, attribute, scalar(attribute, raw, at.path, validation));
    case 'component':
    case 'zone':
      return put(collected.components, attribute, component(attribute, raw, at, validation));
    case 'relation':
      return put(collected.relations, attribute, relation(attribute, raw, at, validation));
  }
}

function put<T>(into: Map<string, T>, { name }: Attribute, value: T | undefined): void {
  if (value !== undefined) into.set(name, value);
}

function scalar(
  attribute: Scalar,
  raw: unknown,
  path: Path,
  { owner, draft, stored, faults }: Validation,
): Json | undefined {
  if (stored && attribute.type === 'password' && (raw ?? null) !== null) return undefined;
  const { default: _forNewOnes, ...rules } = attribute;
  const check = { attribute: stored ? rules : attribute, path, draft, faults };
  return raw === undefined ? absentScalar(check, owner.draftAndPublish) : validateScalar(raw, check);
}

function component(
  attribute: ComponentAttribute | Zone,
  raw: unknown,
  place: Place,
  validation: Validation,
): ComponentInput | undefined {
  if (raw === undefined) return absentComponent(attribute, place.path, validation);
  return validateComponent(attribute, raw, place.path, validation, validateMembers);
}

function relation(
  attribute: Relation,
  raw: unknown,
  { path, fresh }: Place,
  validation: Validation,
): RelationInput | undefined {
  const { principal, draft, faults } = validation;
  const required = attribute.required && !draft;
  if (raw === undefined) {
    if (required) faults.refuse(path, 'must be defined.', undefined);
    return undefined;
  }
  if (mayLink(principal, attribute.target) === null) {
    faults.invalidKey(attribute.name, { path: keyPathOf(path) });
    return undefined;
  }
  const input = validateRelation(attribute, raw, path, validation);
  if (required && isEmpty(input, fresh)) faults.refuse(path, 'must be defined.', raw);
  return input;
}

/** Whether the relation is left without a target for certain: what an update disconnects may not be all of it. */
function isEmpty(input: RelationInput | undefined, fresh: boolean): boolean {
  if (input?.kind === 'set') return input.items.length === 0;
  return fresh && (input === undefined || input.connect.length === 0);
}
