import { failure, type Failure } from '../failure.js';
import { isHiddenFromCode } from '../schema/built-in.js';
import { keyReason, reason } from '../reason/reason.js';
import { decideTarget, seesPrivate, type Principal } from '../permission/permission.js';
import type { AggregateFunction } from '../query/aggregate.js';
import type { PublicationFilter, ReadLayer } from '../query/query.js';
import { nearestDetail } from '../nearest-name.js';
import { err, ok, type Result } from '../result.js';
import {
  contentTypeOf,
  isAuthor,
  isSystem,
  otherSide,
  type Attribute,
  type ContentType,
  type Relation,
  type Schema,
  type Shaped,
} from '../schema/schema.js';
import { both } from './plan-group.js';
import type { Limits, Predicate, Target, TargetLocale } from './read-plan.js';

/**
 * A position in the tree of a query: the type or component at which names are resolved, for whom, and how it is
 * reached.
 */
export interface PlanningScope {
  readonly schema: Schema;
  readonly principal: Principal;
  readonly shaped: Shaped;
  /** The content-type of the document; inside a component, the content-type that contains the component. */
  readonly owner: ContentType;
  readonly layer: ReadLayer;
  /** Attribute names from the root of the parameter. */
  readonly path: readonly string[];
  /** The request parameter, for messages. */
  readonly param: 'fields' | 'filters' | 'sort' | 'populate' | 'groupBy' | 'having' | AggregateFunction;
  readonly nodes: NodeAllowance;
  readonly limits: Limits;
  /** The attributes of `shaped` that the principal may see; null: all. */
  readonly fields: ReadonlySet<string> | null;
  /** Restricts the targets of populated relations. */
  readonly publication?: PublicationFilter | undefined;
  /** Restricts the targets of a relation to those that the principal may find; null: no restriction. */
  readonly grantedTargets: (scope: PlanningScope, relation: Relation) => Predicate | null;
}

/** How many more parts the plan may have. Clients choose the size of a query, so the planner limits it. */
export interface NodeAllowance {
  left: number;
}

export const maxNodes = 1_000;
export const maxDepth = 20;

/** Moves into an attribute. The fields of a permission name whole components, so inside one nothing is hidden. */
export const at = (scope: PlanningScope, key: string, shaped: Shaped): PlanningScope => ({
  ...scope,
  shaped,
  fields: shaped === scope.shaped ? scope.fields : null,
  path: [...scope.path, key],
});

/** Counts one part of the plan. Fails with `PLAN.TOO_LARGE` when there are too many, or when the path is too deep. */
export function countNode(scope: PlanningScope): Result<null> {
  scope.nodes.left -= 1;
  if (scope.nodes.left < 0)
    return err(failure('PLAN.TOO_LARGE', reason('query.tooManyParts', { max: maxNodes })));
  if (scope.path.length > maxDepth) {
    return err(
      failure('PLAN.TOO_LARGE', reason('query.tooDeep', { max: maxDepth, place: scope.path.join('.') })),
    );
  }
  return ok(null);
}

/**
 * Finds the attribute that a client named. This is the allow-list: unknown, private, password and forbidden names all
 * fail with the same `QUERY.INVALID_KEY`, so that a client cannot find out which of them exist.
 */
export function attributeAt(scope: PlanningScope, key: string): Result<Attribute> {
  const attribute = scope.shaped.attributes.get(key);
  return attribute !== undefined && mayRead(scope, attribute) ? ok(attribute) : err(unknownKey(scope, key));
}

/** What decides whether a principal may read an attribute. */
type Reader = Pick<PlanningScope, 'schema' | 'principal' | 'shaped' | 'layer' | 'fields'>;

/** Whether the principal may see the attribute and, for a relation, find documents of its target type. */
export const mayRead = (scope: Reader, attribute: Attribute): boolean =>
  isVisible(scope, attribute) && (attribute.kind !== 'relation' || mayFollow(scope, attribute));

/** Whether the principal may find documents of the relation's target type in the layer of the scope. */
export const mayFollow = ({ principal, schema, layer }: Reader, relation: Relation): boolean =>
  decideTarget(principal, schema, relation, layer) !== null;

export const isVisible = (
  { principal, shaped, fields }: Pick<Reader, 'principal' | 'shaped' | 'fields'>,
  attribute: Attribute,
): boolean =>
  (seesPrivate(principal) && !(principal.isCode && isHiddenFromCode(shaped.uid, attribute.name))) ||
  (isAuthor(attribute) && seesAuthors(principal, fields, attribute)) ||
  (!isSecret(attribute) && (fields === null || fields.has(attribute.name) || isSystem(attribute)));

/** Authors are shown by a grant that names them, and to administrators who may read all attributes. */
const seesAuthors = ({ kind }: Principal, fields: PlanningScope['fields'], { name }: Attribute): boolean =>
  fields === null ? kind === 'administrator' : fields.has(name);

const isSecret = (attribute: Attribute): boolean =>
  attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password');

export const unknownKey = (scope: PlanningScope, key: string): Failure => invalidKey(scope, key, scope.path);

/** For an attribute that the principal may read but that cannot be used here. */
export const unfitKey = (scope: PlanningScope, key: string): Failure =>
  invalidKey(scope, key, [...scope.path, key]);

/** Suggests only names that the principal may read, so that a hint does not reveal others. */
function nearestTo(scope: PlanningScope, key: string): { readonly nearest?: readonly string[] } {
  const readable = [...scope.shaped.attributes.values()].filter((attribute) => mayRead(scope, attribute));
  return nearestDetail(
    key,
    readable.map(({ name }) => name),
  );
}

function invalidKey(scope: PlanningScope, key: string, path: readonly string[]): Failure {
  const joined = path.length === 0 ? null : path.join('.');
  return failure('QUERY.INVALID_KEY', keyReason(key, joined), {
    key,
    path: joined,
    source: 'query',
    param: scope.param,
    ...nearestTo(scope, key),
  });
}

/** The scope of a relation's target type. The layer and the locale stay as they are. */
export function enter(scope: PlanningScope, relation: Relation): PlanningScope {
  const type = contentTypeOf(scope.schema, relation.target);
  const permission = decideTarget(scope.principal, scope.schema, relation, scope.layer);
  return {
    ...at(scope, relation.name, type),
    owner: type,
    fields: permission === null ? nothing : permission.fields,
  };
}

const nothing: ReadonlySet<string> = new Set();

/** The versions that a relation leads to, restricted to those that the principal may find and to `where`. */
export function targetOf(scope: PlanningScope, relation: Relation, where: Predicate | null): Target {
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

function localeOf({ owner }: PlanningScope, { place }: Relation, type: ContentType): TargetLocale {
  if (!type.localized) return 'none';
  switch (place.kind) {
    case 'translations':
      return 'link';
    case 'embedded':
      return owner.localized ? 'context' : 'link';
    case 'link': {
      // A link from a type without locales names the translation that it leads to. From the linked side it names none.
      const namedByOther = !owner.localized && place.side === 'target';
      return place.link[otherSide(place.side)].localized && !namedByOther ? 'link' : 'context';
    }
  }
}
