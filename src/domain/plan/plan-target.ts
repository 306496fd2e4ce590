import { contentTypeOf, type ContentType, type Relation } from '../schema/schema.js';
import type { Predicate, Target, TargetLocale } from './read-plan.js';
import { at, type Scope } from './scope.js';

/** The scope behind a relation: contexts flow down, unchanged through types that have none (design.md, "Words"). */
export function enter(scope: Scope, relation: Relation): Scope {
  const type = contentTypeOf(scope.schema, relation.target);
  return { ...at(scope, relation.name, type), localized: type.localized };
}

/** The versions that a relation leads to from `scope`. */
export function targetOf(scope: Scope, relation: Relation, where: Predicate | null): Target {
  const type = contentTypeOf(scope.schema, relation.target);
  return {
    type,
    layer: type.draftAndPublish ? scope.layer : 'published',
    locale: localeOf(scope, type),
    where,
  };
}

function localeOf(scope: Scope, type: ContentType): TargetLocale {
  if (!type.localized) return { kind: 'none' };
  return scope.localized ? { kind: 'source' } : { kind: 'link', fallback: scope.fallbackLocale };
}
