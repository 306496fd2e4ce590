import type { ContentType, Schema } from '../../../domain/schema/schema.js';

/** Maps the name in the path to its type: the plural name of a collection type, the singular name of a single type. */
export function routedTypes(schema: Schema): ReadonlyMap<string, ContentType> {
  const exposed = [...schema.contentTypes.values()].filter((type) => type.exposed);
  return new Map(
    exposed.map((type) => [
      (type.kind === 'singleType' ? type.singularName : type.pluralName).toLowerCase(),
      type,
    ]),
  );
}
