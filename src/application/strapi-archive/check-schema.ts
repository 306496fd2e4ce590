import { own, type PlainObject } from '../../domain/document/plain-object.js';
import { isAuthor, type Attribute, type Schema, type Shaped } from '../../domain/schema/schema.js';
import type { ArchiveContent, ArchivedSchema } from './archive-content.js';
import { isDropped } from './dropped-attributes.js';
import type { Faults } from './findings.js';

/** Compares the schema of an archive with that of the app, as far as the archive has rows of it. */
export function checkSchema(
  schema: Schema,
  { schemas, types }: Pick<ArchiveContent, 'schemas' | 'types'>,
  faults: Faults,
): void {
  const components = new Set<string>();
  for (const uid of types.keys()) {
    const [theirs, ours] = [schemas.get(uid), schema.contentTypes.get(uid)];
    if (theirs === undefined || ours === undefined) continue;
    const differ = (what: string, there: boolean): void =>
      faults.add(`${uid} has ${what} ${there ? 'in the archive only' : 'in the schema files only'}`);
    if (uid.startsWith('api::')) {
      if (theirs.draftAndPublish !== ours.draftAndPublish) differ('drafts', theirs.draftAndPublish);
      if (theirs.localized !== ours.localized) differ('locales', theirs.localized);
    }
    checkAttributes(theirs, ours, faults, components);
  }
  for (const uid of components) {
    const [theirs, ours] = [schemas.get(uid), schema.components.get(uid)];
    // The set grows while components are found in components.
    if (theirs !== undefined && ours !== undefined) checkAttributes(theirs, ours, faults, components);
  }
}

function checkAttributes(
  { attributes }: ArchivedSchema,
  shaped: Shaped,
  faults: Faults,
  components: Set<string>,
): void {
  for (const [name, theirs] of attributes) {
    const ours = shaped.attributes.get(name);
    if (ours === undefined || isDropped(shaped.uid, name) || name === 'localizations' || isAuthor(ours))
      continue;
    if (ours.kind === 'component') components.add(ours.component);
    if (ours.kind === 'zone') for (const uid of ours.components) components.add(uid);
    const [there, here] = [describe(theirs), describeOwn(ours)];
    if (there !== here)
      faults.add(`${shaped.uid} "${name}" is ${there} in the archive, and ${here} in the schema files`);
  }
}

const text = (attribute: PlainObject, key: string): string => String(own(attribute, key));

function describe(attribute: PlainObject): string {
  const type = text(attribute, 'type');
  switch (type) {
    case 'relation':
      return own(attribute, 'target') === undefined
        ? `a ${text(attribute, 'relation')} relation`
        : `a ${text(attribute, 'relation')} relation to ${text(attribute, 'target')}`;
    case 'media':
      return own(attribute, 'multiple') === true ? 'a list of media' : 'media';
    case 'component':
      return `${own(attribute, 'repeatable') === true ? 'a list of ' : ''}${text(attribute, 'component')}`;
    default:
      return type;
  }
}

function describeOwn(attribute: Attribute): string {
  switch (attribute.kind) {
    case 'scalar':
      return attribute.type;
    case 'zone':
      return 'dynamiczone';
    case 'component':
      return `${attribute.repeatable ? 'a list of ' : ''}${attribute.component}`;
    case 'relation':
      if (attribute.media !== undefined) return attribute.many ? 'a list of media' : 'media';
      return `a ${attribute.relation} relation to ${attribute.target}`;
  }
}
