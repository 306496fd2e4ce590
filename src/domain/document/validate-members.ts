import { demanded } from '../layout/demanded.js';
import { nearestDetail } from '../nearest-name.js';
import { isClosed, mayLink } from '../permission/write-permission.js';
import { reason } from '../reason/reason.js';
import type { RelationInput } from '../relation/relation-input.js';
import {
  contentTypeOf,
  isSystem,
  type Attribute,
  type ComponentAttribute,
  type Json,
  type Relation,
  type Scalar,
  type Shaped,
  type Zone,
} from '../schema/schema.js';
import { keyPathOf, type Path } from './path.js';
import type { BodyObject, Validation } from './validation.js';
import type { ComponentInput, Input } from './input.js';
import { own, type PlainObject } from './plain-object.js';
import { absentComponent, validateComponent } from './validate-component.js';
import { validateRelation } from './validate-relation.js';
import { absentScalar, validateScalar } from './validate-scalar.js';

interface Collected extends Input {
  readonly values: Map<string, Json>;
  readonly components: Map<string, ComponentInput>;
  readonly relations: Map<string, RelationInput>;
}

/** Validates the attributes of a document or component item in schema order. */
export function validateMembers(
  shaped: Shaped,
  data: PlainObject,
  object: BodyObject,
  validation: Validation,
): Input {
  if (!validation.stored && !validation.unchecked) checkKeys(shaped, data, object, validation);
  const collected: Collected = { values: new Map(), components: new Map(), relations: new Map() };
  const valueOf = (name: string): unknown => valueIn(shaped, data, name, object.fresh, validation);
  for (const attribute of shaped.attributes.values()) {
    if (isSystem(attribute)) continue;
    const whole = validation.draft ? attribute : demanded(attribute, shaped, valueOf);
    validateAttribute(whole, own(data, attribute.name), object, validation, collected);
  }
  return collected;
}

/** Undefined: it is not known, as an update says nothing of what it leaves out. */
function valueIn(
  { attributes }: Shaped,
  data: PlainObject,
  name: string,
  fresh: boolean,
  { stored }: Validation,
): unknown {
  if (Object.hasOwn(data, name) || stored) return own(data, name) ?? null;
  const attribute = attributes.get(name);
  return fresh ? ((attribute?.kind === 'scalar' ? attribute.default : null) ?? null) : undefined;
}

function validateAttribute(
  attribute: Attribute,
  raw: unknown,
  object: BodyObject,
  validation: Validation,
  collected: Collected,
): void {
  // A stored item may be older than the attribute, and a store may leave out nulls.
  const isExpected = object.fresh || validation.stored;
  if (raw === undefined && (!isExpected || mayBeAbsent(attribute))) return;
  const at = { ...object, path: [...object.path, attribute.name] };
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

/** Whether an object without the attribute is valid, and gets no value for it. Most attributes of most objects are absent. */
const mayBeAbsent = (attribute: Attribute): boolean =>
  !attribute.required && (attribute.kind !== 'scalar' || attribute.default === undefined);

function put<T>(into: Map<string, T>, { name }: Attribute, value: T | undefined): void {
  if (value !== undefined) into.set(name, value);
}

function scalar(
  attribute: Scalar,
  raw: unknown,
  path: Path,
  { owner, draft, stored, unchecked, matches, faults }: Validation,
): Json | undefined {
  if (stored && attribute.type === 'password' && (raw ?? null) !== null) return undefined;
  const rules = stored ? withoutDefault(attribute) : unchecked ? typeOnly(attribute) : attribute;
  const check = { attribute: rules, path, draft, matches, faults };
  return raw === undefined ? absentScalar(check, owner.draftAndPublish) : validateScalar(raw, check);
}

const withoutDefault = ({ default: _forNewOnes, ...rules }: Scalar): Scalar => rules;

/** The attribute without rules beyond its type. Texts that must be of a list stay so, because GraphQL relies on it. */
function typeOnly(attribute: Scalar): Scalar {
  const { min: _min, max: _max, minLength: _least, maxLength: _most, regex: _regex, ...rest } = attribute;
  const isText = rest.type === 'email' || rest.type === 'uid';
  return { ...rest, required: false, ...(isText && { type: 'string' as const }) };
}

function component(
  attribute: ComponentAttribute | Zone,
  raw: unknown,
  object: BodyObject,
  validation: Validation,
): ComponentInput | undefined {
  if (raw === undefined) return absentComponent(attribute, object.path, validation);
  return validateComponent(attribute, raw, object, validation, validateMembers);
}

function relation(
  attribute: Relation,
  raw: unknown,
  { path, fresh }: BodyObject,
  validation: Validation,
): RelationInput | undefined {
  const { draft, faults } = validation;
  const required = attribute.required && !draft;
  if (raw === undefined) {
    if (required) faults.invalidValue(path, reason('value.missing'), undefined);
    return undefined;
  }
  const input = validateRelation(attribute, raw, path, validation);
  if (required && isEmpty(input, fresh)) faults.invalidValue(path, reason('value.missing'), raw);
  return input;
}

/** Whether the relation certainly has no target. An update that only disconnects may leave some. */
function isEmpty(input: RelationInput | undefined, fresh: boolean): boolean {
  if (input?.kind === 'set') return input.items.length === 0;
  return fresh && (input === undefined || input.connect.length === 0);
}

const ids: ReadonlySet<string> = new Set(['id', 'documentId']);
const kept: ReadonlySet<string> = new Set(['createdAt', 'createdBy', 'updatedAt', 'updatedBy']);
/** Clients send these back as they got them; other code sets them. */
const ignoredKeys: ReadonlySet<string> = new Set(['publishedAt', 'locale']);

/**
 * Reports keys that the type does not have or that clients may not set. Both get the same message, so that it does not
 * reveal which attributes exist.
 */
export function checkKeys(
  shaped: Shaped,
  data: PlainObject,
  object: BodyObject,
  validation: Validation,
): void {
  for (const key of Object.keys(data)) {
    const attribute = shaped.attributes.get(key);
    if (attribute !== undefined && mayBeSet(attribute, object, validation)) continue;
    const nearest = (): Nearest => nearestTo(shaped, key, object, validation);
    if (object.within === 'document') refuseRootKey(key, nearest, validation);
    else if (key !== 'id' && !(key === '__component' && object.within === 'zone'))
      validation.faults.invalidKey(key, { path: keyPathOf(object.path) }, nearest);
  }
}

/**
 * A grant names attributes of the document, and components as a whole. `localizations` may be sent back and are
 * ignored.
 */
function mayBeSet(attribute: Attribute, { within }: BodyObject, validation: Validation): boolean {
  const { schema, principal, fields, privateInside } = validation;
  if (attribute.kind === 'scalar' && attribute.system) return false;
  if (attribute.name === 'localizations' && attribute.kind === 'relation') return true;
  if (!privateInside && within !== 'document' && isClosed(attribute)) return false;
  if (fields !== null && within === 'document' && !fields.has(attribute.name)) return false;
  return attribute.kind !== 'relation' || mayLink(principal, contentTypeOf(schema, attribute.target));
}

/** Suggests only names that the principal may set and read, so that a hint does not reveal others. */
function nearestTo(shaped: Shaped, key: string, object: BodyObject, validation: Validation): Nearest {
  const settable = [...shaped.attributes.values()].filter(
    (attribute) => !attribute.private && mayBeSet(attribute, object, validation),
  );
  return nearestDetail(
    key,
    settable.map(({ name }) => name),
  );
}

type Nearest = ReturnType<typeof nearestDetail>;

function refuseRootKey(key: string, nearest: () => Nearest, { principal, faults }: Validation): void {
  const system = ids.has(key) || kept.has(key) || ignoredKeys.has(key);
  // The server's own code may send a document back as it read it; these keys are still set by the server.
  if (ignoredKeys.has(key) || (system && principal.kind === 'system')) return;
  if (ids.has(key)) faults.invalidKey(key, {});
  else faults.invalidKey(key, { path: kept.has(key) ? key : null }, nearest);
}
