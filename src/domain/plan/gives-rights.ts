import type { Principal } from '../permission/permission.js';
import type { Filter } from '../query/query.js';
import { componentOf, contentTypeOf, type Relation, type Schema, type Shaped } from '../schema/schema.js';

/**
 * Whether a filter of the principal's grants goes through `relation`, so that its links decide on what they may do.
 * What a grant to find says of its own type gives nothing: only what may be found already can be linked.
 */
export function givesRights(schema: Schema, { grants }: Principal, relation: Relation): boolean {
  if (grants.kind !== 'listed') return false;
  for (const [uid, granted] of grants.listed) {
    const type = schema.contentTypes.get(uid);
    for (const [action, { filter }] of granted) {
      if (filter === null || type === undefined) continue;
      if (goesThrough(schema, type, filter, relation, action !== 'find')) return true;
    }
  }
  return false;
}

/** `here`: also where the filter begins. */
function goesThrough(
  schema: Schema,
  shaped: Shaped,
  filter: Filter,
  relation: Relation,
  here: boolean,
): boolean {
  switch (filter.kind) {
    case 'compare':
      return false;
    case 'not':
      return goesThrough(schema, shaped, filter.filter, relation, here);
    case 'and':
    case 'or':
      return filter.filters.some((part) => goesThrough(schema, shaped, part, relation, here));
    case 'at': {
      const attribute = shaped.attributes.get(filter.key);
      if (attribute?.kind === 'relation') {
        const target = contentTypeOf(schema, attribute.target);
        return (here && attribute === relation) || goesThrough(schema, target, filter.filter, relation, true);
      }
      return attribute?.kind === 'component'
        ? goesThrough(schema, componentOf(schema, attribute.component), filter.filter, relation, here)
        : false;
    }
  }
}
