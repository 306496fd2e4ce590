import { nearestDetail } from '../nearest-name.js';
import { isClosed, mayLink } from '../permission/permission.js';
import { contentTypeOf, type Attribute, type Shaped } from '../schema/schema.js';
import type { PlainObject } from './plain-object.js';
import { keyPathOf, type Place, type Validation } from './validation.js';

const ids: ReadonlySet<string> = new Set(['id', 'documentId']);
const kept: ReadonlySet<string> = new Set(['createdAt', 'createdBy', 'updatedAt', 'updatedBy']);
/** Clients send back what they were given; these are decided elsewhere (behaviours.md, "Draft & publish", "Locales"). */
const passedOver: ReadonlySet<string> = new Set(['publishedAt', 'locale']);

/**
 * Refuses the keys that the type or component does not have, or that clients may not set, all alike: which attributes
 * there are beside those that somebody may set is not told.
 */
export function checkKeys(shaped: Shaped, data: PlainObject, place: Place, validation: Validation): void {
  for (const key of Object.keys(data)) {
    const attribute = shaped.attributes.get(key);
    if (attribute !== undefined && mayBeSet(attribute, place, validation)) continue;
    const nearest = (): Nearest => nearestTo(shaped, key, place, validation);
    if (place.within === 'document') refuseRootKey(key, nearest, validation);
    else if (key !== 'id' && !(key === '__component' && place.within === 'zone'))
      validation.faults.invalidKey(key, { path: keyPathOf(place.path) }, nearest);
  }
}

/**
 * A grant names attributes of the document; components are its as a whole. `localizations` are what they are: sent back,
 * they are passed over.
 */
function mayBeSet(attribute: Attribute, { within }: Place, validation: Validation): boolean {
  const { schema, principal, fields, privateInside } = validation;
  if (attribute.kind === 'scalar' && attribute.system) return false;
  if (attribute.name === 'localizations' && attribute.kind === 'relation') return true;
  if (!privateInside && within !== 'document' && isClosed(attribute)) return false;
  if (fields !== null && within === 'document' && !fields.has(attribute.name)) return false;
  return attribute.kind !== 'relation' || mayLink(principal, contentTypeOf(schema, attribute.target));
}

/** Of the names that the principal may set and read: a hint must not tell of others. */
function nearestTo(shaped: Shaped, key: string, place: Place, validation: Validation): Nearest {
  const settable = [...shaped.attributes.values()].filter(
    (attribute) => !attribute.private && mayBeSet(attribute, place, validation),
  );
  return nearestDetail(
    key,
    settable.map(({ name }) => name),
  );
}

type Nearest = ReturnType<typeof nearestDetail>;

function refuseRootKey(key: string, nearest: () => Nearest, { principal, faults }: Validation): void {
  const system = ids.has(key) || kept.has(key) || passedOver.has(key);
  // The server's own code may hand a document back as it read it; the server still keeps these itself.
  if (passedOver.has(key) || (system && principal.kind === 'system')) return;
  if (ids.has(key)) faults.invalidKey(key, {});
  else faults.invalidKey(key, { path: kept.has(key) ? key : null }, nearest);
}
