import { decideRead } from '../permission/permission.js';
import { both } from './plan-group.js';
import { contentTypeOf, otherSide, type ContentType, type Relation } from '../schema/schema.js';
import type { Predicate, Target, TargetLocale } from './read-plan.js';
import { at, type Scope } from './scope.js';

/** The scope behind a relation: contexts flow down, unchanged through types that have none. */
export function enter(scope: Scope, relation: Relation): Scope {
  const type = contentTypeOf(scope.schema, relation.target);
  const permission = decideRead(scope.principal, type, scope.layer);
  return {
    ...at(scope, relation.name, type),
    owner: type,
    fields: permission === null ? nothing : permission.fields,
  };
}

const nothing: ReadonlySet<string> = new Set();

/** The versions that a relation leads to from `scope`: those that the principal may find. */
export function targetOf(scope: Scope, relation: Relation, where: Predicate | null): Target {
  const type = contentTypeOf(scope.schema, relation.target);
  const layered = [type, scope.owner].some(({ draftAndPublish }) => draftAndPublish);
  return {
    type,
    layer: type.draftAndPublish ? scope.layer : 'published',
    linked: layered ? scope.layer : 'published',
    locale: localeOf(scope, relation, type),
    where: both(scope.grantedTargets(scope, relation), where),
  };
}

function localeOf({ owner }: Scope, { place }: Relation, type: ContentType): TargetLocale {
  if (!type.localized) return 'none';
  switch (place.kind) {
    case 'translations':
      return 'link';
    case 'embedded':
      return owner.localized ? 'context' : 'link';
    case 'link': {
      // Who links from a type without locales names which translation is meant; who is linked by one is not.
      const namedByOther = !owner.localized && place.side === 'target';
      return place.link[otherSide(place.side)].localized && !namedByOther ? 'link' : 'context';
    }
  }
}
