import { failure, type Failure } from '../failure.js';
import { decideRead, seesPrivate, type Principal } from '../permission/permission.js';
import type { Layer } from '../query/query.js';
import { nearestDetail } from '../nearest-name.js';
import { err, ok, type Result } from '../result.js';
import {
  contentTypeOf,
  isSystem,
  type Attribute,
  type ContentType,
  type Relation,
  type Schema,
  type Shaped,
} from '../schema/schema.js';
import type { Limits, Predicate } from './read-plan.js';

/** Where the planner stands: what is asked of `shaped`, by whom, reached by `path`. */
export interface Scope {
  readonly schema: Schema;
  readonly principal: Principal;
  readonly shaped: Shaped;
  /** The content-type that we are in, or whose component this is. */
  readonly owner: ContentType;
  readonly layer: Layer;
  /** From the root of the parameter; names only. */
  readonly path: readonly string[];
  /** The parameter, for messages. */
  readonly param: 'fields' | 'filters' | 'sort' | 'populate';
  readonly budget: Budget;
  readonly limits: Limits;
  /** The attributes of `shaped` that the permission is about; null: all. */
  readonly fields: ReadonlySet<string> | null;
  /** Which targets of a relation the principal may find; null: all. */
  readonly grantedTargets: (scope: Scope, relation: Relation) => Predicate | null;
}

/** Counts the nodes of one plan, whatever they are: clients choose how many. */
export interface Budget {
  left: number;
}

export const maxNodes = 1_000;
export const maxDepth = 20;

/** Inside a component, its owner's permission holds for all of it. */
export const at = (scope: Scope, key: string, shaped: Shaped): Scope => ({
  ...scope,
  shaped,
  fields: shaped === scope.shaped ? scope.fields : null,
  path: [...scope.path, key],
});

/** Draws on the budget; every part of a plan passes here. */
export function spend(scope: Scope): Result<null> {
  scope.budget.left -= 1;
  if (scope.budget.left < 0)
    return err(failure('PLAN.TOO_LARGE', `The query has more than ${maxNodes} parts`));
  if (scope.path.length > maxDepth) {
    return err(
      failure(
        'PLAN.TOO_LARGE',
        `The query is nested deeper than ${maxDepth} levels: ${scope.path.join('.')}`,
      ),
    );
  }
  return ok(null);
}

/**
 * The allow-list: the only way from a name that a client sent to an attribute. Unknown, private, password and
 * forbidden names fail with one and the same `QUERY.INVALID_KEY`: a client cannot find out which of them exist.
 */
export function attributeAt(scope: Scope, key: string): Result<Attribute> {
  const attribute = scope.shaped.attributes.get(key);
  return attribute !== undefined && mayRead(scope, attribute) ? ok(attribute) : err(unknownKey(scope, key));
}

/** Whether the principal may see the attribute, and for relations what they lead to. */
export const mayRead = (scope: Scope, attribute: Attribute): boolean =>
  isVisible(scope, attribute) && (attribute.kind !== 'relation' || mayFollow(scope, attribute));

/** Whether the principal may find what a relation leads to, in the layer that is read. */
export const mayFollow = ({ principal, schema, layer }: Scope, relation: Relation): boolean =>
  decideRead(principal, contentTypeOf(schema, relation.target), layer) !== null;

export const isVisible = ({ principal, fields }: Scope, attribute: Attribute): boolean =>
  seesPrivate(principal) ||
  (!isSecret(attribute) && (fields === null || fields.has(attribute.name) || isSystem(attribute)));

const isSecret = (attribute: Attribute): boolean =>
  attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password');

export const unknownKey = (scope: Scope, key: string): Failure => invalidKey(scope, key, scope.path);

/** Of an attribute that the principal may read, but not ask for so. */
export const unfitKey = (scope: Scope, key: string): Failure => invalidKey(scope, key, [...scope.path, key]);

/** Of the names that the principal may read: a hint must not tell of others. */
function nearestTo(scope: Scope, key: string): { readonly nearest?: readonly string[] } {
  const readable = [...scope.shaped.attributes.values()].filter((attribute) => mayRead(scope, attribute));
  return nearestDetail(
    key,
    readable.map(({ name }) => name),
  );
}

function invalidKey(scope: Scope, key: string, path: readonly string[]): Failure {
  const joined = path.length === 0 ? null : path.join('.');
  const place = joined === null || joined === key ? '' : ` at ${joined}`;
  return failure('QUERY.INVALID_KEY', `Invalid key ${key}${place}`, {
    key,
    path: joined,
    source: 'query',
    param: scope.param,
    ...nearestTo(scope, key),
  });
}
