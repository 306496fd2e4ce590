import type { Filter } from '../query/query.js';
import { componentOf, contentTypeOf, type Relation, type Schema, type Shaped } from '../schema/schema.js';
import type { Grants } from './permission.js';

/**
 * The relations that the filters of these grants use. Their links decide permissions, so that changing them needs more
 * rights (`mayRelink`).
 */
export function decisiveRelations(schema: Schema, grants: Iterable<Grants>): ReadonlySet<Relation> {
  const found = new Set<Relation>();
  for (const each of grants) {
    if (each.kind !== 'listed') continue;
    for (const [uid, permissions] of each.listed) {
      const type = schema.contentTypes.get(uid);
      for (const { filter } of permissions.values())
        if (filter !== null && type !== undefined) collect(schema, type, filter, found);
    }
  }
  return found;
}

/** The relations that a filter on documents of `type` uses. */
export function relationsOf(schema: Schema, type: Shaped, filter: Filter): ReadonlySet<Relation> {
  const found = new Set<Relation>();
  collect(schema, type, filter, found);
  return found;
}

function collect(schema: Schema, shaped: Shaped, filter: Filter, found: Set<Relation>): void {
  switch (filter.kind) {
    case 'compare':
      return;
    case 'not':
      return collect(schema, shaped, filter.filter, found);
    case 'and':
    case 'or':
      return filter.filters.forEach((part) => collect(schema, shaped, part, found));
    case 'at': {
      const attribute = shaped.attributes.get(filter.key);
      if (attribute?.kind === 'relation') {
        found.add(attribute);
        collect(schema, contentTypeOf(schema, attribute.target), filter.filter, found);
      }
      if (attribute?.kind === 'component')
        collect(schema, componentOf(schema, attribute.component), filter.filter, found);
    }
  }
}
