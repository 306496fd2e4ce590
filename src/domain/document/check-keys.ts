import { nearestDetail } from '../nearest-name.js';
import { mayLink } from '../permission/permission.js';
import { contentTypeOf, type Shaped } from '../schema/schema.js';
import type { PlainObject } from './plain-object.js';
import { keyPathOf, type Place, type Validation } from './validation.js';

const ids: ReadonlySet<string> = new Set(['id', 'documentId']);
const kept: ReadonlySet<string> = new Set(['createdAt', 'createdBy', 'updatedAt', 'updatedBy']);
/** Clients send back what they were given; these are decided elsewhere (behaviours.md, "Draft & publish", "Locales"). */
const passedOver: ReadonlySet<string> = new Set(['publishedAt', 'locale']);

/** Refuses the keys that the type or component does not have, or that clients may not set. */
export function checkKeys(shaped: Shaped, data: PlainObject, place: Place, validation: Validation): void {
  for (const key of Object.keys(data)) {
    if (isAttribute(shaped, key) && mayBeSet(key, place, validation)) continue;
    if (place.within === 'document')
      refuseRootKey(key, () => nearestTo(shaped, key, place, validation), validation);
    else if (key !== 'id' && !(key === '__component' && place.within === 'zone')) {
      validation.faults.invalidKey(key, { path: keyPathOf(place.path) }, () =>
        nearestTo(shaped, key, place, validation),
      );
    }
  }
}

/** A grant names attributes of the document; components are its as a whole. */
const mayBeSet = (key: string, { within }: Place, { fields }: Validation): boolean =>
  fields === null || within !== 'document' || fields.has(key) || key === 'localizations';

/** Of the names that the principal may set and read: a hint must not tell of others. */
function nearestTo(shaped: Shaped, key: string, place: Place, validation: Validation): Nearest {
  const settable = [...shaped.attributes.values()].filter(
    (attribute) =>
      !attribute.private &&
      isAttribute(shaped, attribute.name) &&
      mayBeSet(attribute.name, place, validation) &&
      (attribute.kind !== 'relation' ||
        mayLink(validation.principal, attribute, contentTypeOf(validation.schema, attribute.target))),
  );
  return nearestDetail(
    key,
    settable.map(({ name }) => name),
  );
}

type Nearest = ReturnType<typeof nearestDetail>;

/** `localizations` are what they are: sent back, they are passed over. */
function isAttribute(shaped: Shaped, key: string): boolean {
  const attribute = shaped.attributes.get(key);
  return attribute !== undefined && !(attribute.kind === 'scalar' && attribute.system);
}

function refuseRootKey(key: string, nearest: () => Nearest, { principal, faults }: Validation): void {
  const system = ids.has(key) || kept.has(key) || passedOver.has(key);
  // The server's own code may hand a document back as it read it; the server still keeps these itself.
  if (passedOver.has(key) || (system && principal.kind === 'system')) return;
  if (ids.has(key)) faults.invalidKey(key, {});
  else faults.invalidKey(key, { path: kept.has(key) ? key : null }, nearest);
}
