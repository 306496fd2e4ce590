import { demanded } from '../layout/demanded.js';
import { systemPrincipal } from '../permission/permission.js';
import { reason } from '../reason/reason.js';
import { err, ok, type Result } from '../result.js';
import type { Attribute, ContentType, Json, Schema } from '../schema/schema.js';
import { Faults, type IsShown, type Matches, type Validation } from './validation.js';
import { isPlainObject } from './plain-object.js';
import { absentComponent, validateComponent } from './validate-component.js';
import { validateMembers } from './validate-members.js';
import { absentScalar, validateScalar } from './validate-scalar.js';

/**
 * Checks a version before it is published. `values` is its whole content, of which the writer has sent what `isSent` (absent:
 * all); `linked` names the relations that have a link. Fails with `INPUT.INVALID` and every value that is missing or out of
 * bounds, as drafts are not checked for `required` and lower bounds.
 */
export function checkContent(
  schema: Schema,
  type: ContentType,
  values: ReadonlyMap<string, Json>,
  linked: ReadonlySet<string>,
  matches: Matches,
  isSent?: IsShown,
): Result<null> {
  const faults = new Faults(isSent);
  const validation = {
    schema,
    owner: type,
    principal: systemPrincipal,
    draft: false,
    fields: null,
    privateInside: true,
    stored: true,
    unchecked: false,
    matches,
    faults,
  };
  for (const attribute of type.attributes.values()) {
    const whole = demanded(attribute, type, (name) => values.get(name) ?? null);
    checkAttribute(whole, values.get(attribute.name) ?? null, linked, validation);
  }
  const found = faults.failure();
  return found === null ? ok(null) : err(found);
}

function checkAttribute(
  attribute: Attribute,
  value: Json,
  linked: ReadonlySet<string>,
  validation: Validation,
): void {
  const { owner, draft, matches, faults } = validation;
  const path = [attribute.name];
  switch (attribute.kind) {
    case 'scalar': {
      if (attribute.system) return;
      const { default: _forNewOnes, ...rules } = attribute;
      const check = { attribute: rules, path, draft, matches, faults };
      if (value === null) absentScalar(check, owner.draftAndPublish);
      else if (attribute.type !== 'password') validateScalar(value, check);
      return;
    }
    case 'relation':
      if (attribute.required && !linked.has(attribute.name))
        faults.invalidValue(path, reason('value.missing'), undefined);
      return;
    case 'component':
    case 'zone':
      if (value === null) absentComponent(attribute, path, validation);
      else
        validateComponent(
          attribute,
          usable(attribute, value),
          { path, fresh: false },
          validation,
          validateMembers,
        );
  }
}

/** Leaves out zone items of components that the zone no longer allows: no answer has them. */
const usable = (attribute: Attribute, value: Json): Json =>
  attribute.kind === 'zone' && Array.isArray(value)
    ? value.filter(
        (item: Json) =>
          isPlainObject(item) && attribute.components.some((uid) => uid === item['__component']),
      )
    : value;
