import { isValue, type LinkEnd, type Schema, type Uid } from '../../domain/schema/schema.js';
import { componentShapes, shapeOf } from '../schema-changes/shapes.js';

/** What a backup needs of the schema that it is restored for, by names. */
export interface StoredShapes {
  readonly types: Readonly<Record<Uid, TypeShape>>;
  readonly links: Readonly<Record<string, string>>;
  readonly components: Readonly<Record<Uid, Readonly<Record<string, string>>>>;
}

interface TypeShape {
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly attributes: Readonly<Record<string, string>>;
}

export const storedShapes = (schema: Schema): StoredShapes => ({
  types: Object.fromEntries(
    [...schema.contentTypes.values()].map(({ uid, draftAndPublish, localized, attributes }) => [
      uid,
      {
        draftAndPublish,
        localized,
        attributes: Object.fromEntries(
          [...attributes.values()]
            .filter(isValue)
            .map((attribute) => [
              attribute.name,
              `${shapeOf(attribute)}${localized && attribute.localized ? ', localized' : ''}`,
            ]),
        ),
      },
    ]),
  ),
  links: Object.fromEntries(
    schema.links.map(({ name, source, target }) => [name, `${endText(source)} to ${endText(target)}`]),
  ),
  components: Object.fromEntries(
    Object.entries(componentShapes(schema)).map(([uid, attributes]) => [
      uid,
      Object.fromEntries(Object.entries(attributes).map(([name, { shape }]) => [name, shape])),
    ]),
  ),
});

const endText = ({ type, attribute, many, localized }: LinkEnd): string =>
  `${many ? 'many' : 'one'} ${type}${attribute === undefined ? '' : ` ${attribute}`}${localized ? ', localized' : ''}`;

/** Returns a sentence for each thing in a backup that the schema has no place for. What the schema has more stays empty. */
export function shapeFaults(backup: StoredShapes, schema: Schema): readonly string[] {
  const wanted = storedShapes(schema);
  const types = Object.entries(backup.types).flatMap(([uid, theirs]) => {
    const ours = own(wanted.types, uid);
    if (ours === undefined) return [`${uid} is missing`];
    const options = (['draftAndPublish', 'localized'] as const)
      .filter((option) => ours[option] !== theirs[option])
      .map((option) => `${uid}: ${option} is ${ours[option]}, and ${theirs[option]} in the backup`);
    return [...options, ...attributeFaults(uid, theirs.attributes, ours.attributes)];
  });
  const components = Object.entries(backup.components).flatMap(([uid, theirs]) => {
    const ours = own(wanted.components, uid);
    return ours === undefined ? [`${uid} is missing`] : attributeFaults(uid, theirs, ours);
  });
  const links = differing(backup.links, wanted.links, (name) => `The relation ${name}`);
  return [...types, ...components, ...links];
}

const attributeFaults = (
  uid: string,
  theirs: Readonly<Record<string, string>>,
  ours: Readonly<Record<string, string>>,
): readonly string[] => differing(theirs, ours, (name) => `${uid}: ${name}`);

const differing = (
  theirs: Readonly<Record<string, string>>,
  ours: Readonly<Record<string, string>>,
  named: (name: string) => string,
): readonly string[] =>
  Object.entries(theirs).flatMap(([name, shape]) => {
    const found = own(ours, name);
    if (found === undefined) return [`${named(name)} is missing`];
    return found === shape ? [] : [`${named(name)} is ${found}, and ${shape} in the backup`];
  });

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
