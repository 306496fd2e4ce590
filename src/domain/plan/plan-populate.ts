import { seesPrivate } from '../permission/permission.js';
import type { Populate, PopulateMember, Selection } from '../query/query.js';
import { err, ok, type Result } from '../result.js';
import {
  componentOf,
  contentTypeOf,
  isAuthor,
  type Attribute,
  type ComponentAttribute,
  type Relation,
  type Scalar,
  type Uid,
  type Zone,
} from '../schema/schema.js';
import { planFilter } from './plan-filter.js';
import { join } from './plan-group.js';
import { mayFilterByPublication, planPublication } from './plan-publication.js';
import { planSort } from './plan-sort.js';
import {
  at,
  attributeAt,
  enter,
  isVisible,
  mayFollow,
  mayRead,
  type PlanningScope,
  countNode,
  targetOf,
  unfitKey,
  unknownKey,
} from './planning-scope.js';
import type { FieldMember, Member, Order, Predicate, Shape } from './read-plan.js';

/** Plans the members of an answer: scalar fields, then populated attributes. */
export function planShape(scope: PlanningScope, selection: Selection): Result<Shape> {
  const members: Member[] = [];
  const fields = planFields(
    { ...scope, param: scope.param === 'populate' ? 'populate' : 'fields' },
    selection.fields,
  );
  if (!fields.ok) return fields;
  members.push(...fields.value);
  for (const requested of membersOf(scope, selection.populate)) {
    const member = planMember({ ...scope, param: 'populate' }, requested);
    if (!member.ok) return member;
    if (member.value !== null) members.push(member.value);
  }
  return ok({ members });
}

/**
 * `*` populates every relation, component and zone of this level that the principal may read. Named members replace
 * theirs.
 */
function membersOf(scope: PlanningScope, populate: Populate | undefined): readonly PopulateMember[] {
  if (populate === undefined) return [];
  if (!populate.all) return populate.members;
  const named = new Set(populate.members.map(({ name }) => name));
  const others = [...scope.shaped.attributes.values()].filter(
    (attribute) => attribute.kind !== 'scalar' && mayRead(scope, attribute) && !named.has(attribute.name),
  );
  return [...others.map(({ name }) => ({ name })), ...populate.members];
}

/** Null when the principal may not find the target type: the member is then left out without a failure. */
function planMember(scope: PlanningScope, requested: PopulateMember): Result<Member | null> {
  const counted = countNode(scope);
  if (!counted.ok) return counted;
  const known = scope.shaped.attributes.get(requested.name);
  if (known?.kind === 'relation' && isVisible(scope, known) && !mayPopulate(scope, known)) return ok(null);
  const attribute = attributeAt(scope, requested.name);
  if (!attribute.ok) return attribute;
  switch (attribute.value.kind) {
    case 'scalar':
      return err(unfitKey(scope, requested.name));
    case 'relation':
      return planRelation(scope, attribute.value, requested);
    case 'component':
      return planComponent(scope, attribute.value, requested);
    case 'zone':
      return planZone(scope, attribute.value, requested);
  }
}

const mayPopulate = (scope: PlanningScope, relation: Relation): boolean =>
  mayFollow(scope, relation) &&
  mayFilterByPublication(
    scope.principal,
    contentTypeOf(scope.schema, relation.target),
    scope.layer,
    scope.publication,
  );

const wholeList = { offset: 0, limit: null };

function planRelation(scope: PlanningScope, relation: Relation, requested: PopulateMember): Result<Member> {
  const inside = enter(scope, relation);
  if (requested.star === true) return err(unfitKey(inside, '*'));
  const where = planWhere(inside, requested);
  if (!where.ok) return where;
  const as = requested.as ?? relation.name;
  const target = targetOf(scope, relation, where.value);
  if (requested.count === true) return ok({ kind: 'count', as, relation, target });
  const order = planOrder(inside, requested);
  if (!order.ok) return order;
  const shape = planShape(inside, requested);
  if (!shape.ok) return shape;
  return ok({
    kind: 'relation',
    as,
    relation,
    target,
    // One document needs no order, and finding its place in one may be expensive.
    order: relation.many ? order.value : [],
    range: requested.range ?? wholeList,
    shape: shape.value,
  });
}

function planWhere(scope: PlanningScope, { filters }: Selection): Result<Predicate | null> {
  const requested = filters === undefined ? ok(null) : planFilter(fresh(scope), filters);
  if (!requested.ok) return requested;
  const published = planPublication(scope.owner, scope.publication);
  return ok(join('and', requested.value === null ? published : [...published, requested.value]));
}

/** Empty: the list's own order. */
const planOrder = (scope: PlanningScope, { sort = [] }: Selection): Result<readonly Order[]> =>
  sort.length === 0 ? ok([]) : planSort(fresh(scope), sort);

/** Filters and sorts inside a populated attribute have paths of their own. */
const fresh = (scope: PlanningScope): PlanningScope => ({ ...scope, path: [] });

function planComponent(
  scope: PlanningScope,
  attribute: ComponentAttribute,
  requested: PopulateMember,
): Result<Member> {
  if (requested.count === true) return err(unknownKey(at(scope, attribute.name, scope.shaped), 'count'));
  const inside = at(scope, attribute.name, componentOf(scope.schema, attribute.component));
  const { filters } = requested;
  const where = filters === undefined ? ok(null) : planFilter(fresh(inside), filters);
  if (!where.ok) return where;
  const order = planOrder(inside, requested);
  if (!order.ok) return order;
  const shape = planShape(inside, requested);
  if (!shape.ok) return shape;
  return ok({
    kind: 'component',
    as: requested.as ?? attribute.name,
    attribute,
    where: where.value,
    order: attribute.repeatable ? order.value : [],
    shape: shape.value,
  });
}

/** A zone has all its items in their stored order: it takes no filters, sort or count. */
function unfitInZone(requested: Selection & Pick<PopulateMember, 'count'>): string | null {
  if (requested.filters !== undefined) return 'filters';
  if (requested.sort !== undefined && requested.sort.length > 0) return 'sort';
  return requested.count === true ? 'count' : null;
}

function planZone(scope: PlanningScope, zone: Zone, requested: PopulateMember): Result<Member> {
  const inside = at(scope, zone.name, scope.shaped);
  const unfit = unfitInZone(requested);
  if (unfit !== null) return err(unknownKey(inside, unfit));
  const stray = unknownName(scope, zone, requested);
  if (stray !== null) return err(unknownKey(inside, stray));
  const shapes = new Map<Uid, Shape>();
  const choices =
    requested.on ??
    zone.components.map((component) => ({ component, ...sharedSelection(scope, component, requested) }));
  for (const each of choices) {
    if (!zone.components.includes(each.component)) return err(unknownKey(inside, each.component));
    const component = componentOf(scope.schema, each.component);
    const unfitInside = unfitInZone(each);
    if (unfitInside !== null) return err(unknownKey(at(inside, each.component, component), unfitInside));
    const shape = planShape(at(scope, zone.name, component), each);
    if (!shape.ok) return shape;
    shapes.set(each.component, shape.value);
  }
  return ok({ kind: 'zone', as: requested.as ?? zone.name, attribute: zone, shapes });
}

/** Without `on`, each name applies to those components of the zone that have a visible attribute of that name. */
function sharedSelection(scope: PlanningScope, uid: Uid, { fields, populate }: PopulateMember): Selection {
  const shows = namesIn(scope, uid);
  return {
    ...(fields && { fields: fields.filter((name) => name === '*' || shows(name)) }),
    ...(populate && {
      populate: { all: populate.all, members: populate.members.filter(({ name }) => shows(name)) },
    }),
  };
}

/** Whether the component has an attribute of that name that the principal may see. */
function namesIn(scope: PlanningScope, uid: Uid): (name: string) => boolean {
  const component = componentOf(scope.schema, uid);
  const inside = at(scope, uid, component);
  return (name) => {
    const attribute = component.attributes.get(name);
    return attribute !== undefined && isVisible(inside, attribute);
  };
}

/** A name that is visible in no component of the zone. */
function unknownName(
  scope: PlanningScope,
  zone: Zone,
  { on, fields = [], populate }: PopulateMember,
): string | null {
  if (on !== undefined) return null;
  const names = [
    ...fields.filter((name) => name !== '*'),
    ...(populate?.members.map(({ name }) => name) ?? []),
  ];
  const shown = zone.components.map((uid) => namesIn(scope, uid));
  return names.find((name) => !shown.some((shows) => shows(name))) ?? null;
}

/**
 * Plans the scalar fields in schema order, always with `id` and `documentId`. Without `fields`, or with `*`: all that
 * the principal may see.
 */
function planFields(
  scope: PlanningScope,
  fields: readonly string[] | undefined,
): Result<readonly FieldMember[]> {
  const requested = new Set<string>(alwaysGiven);
  for (const name of fields ?? []) {
    if (name === '*') continue;
    const attribute = attributeAt(scope, name);
    if (!attribute.ok) return attribute;
    if (attribute.value.kind !== 'scalar') return err(unfitKey(scope, name));
    requested.add(name);
  }
  const all = fields === undefined || fields.includes('*');
  const members: FieldMember[] = [];
  for (const attribute of scope.shaped.attributes.values()) {
    if (attribute.kind !== 'scalar') continue;
    const isAsked = requested.has(attribute.name) || (all && !isLeftOut(scope, attribute));
    if (isAsked && isVisible(scope, attribute)) members.push(fieldMember(attribute));
  }
  return ok(members);
}

const alwaysGiven = ['id', 'documentId'];

/** The server's own code gets only authors that it or a grant names, as code of an app passes on what it reads. */
const isLeftOut = ({ principal, fields }: PlanningScope, attribute: Attribute): boolean =>
  isAuthor(attribute) && seesPrivate(principal) && fields?.has(attribute.name) !== true;

const fieldMember = (field: Scalar): FieldMember => ({ kind: 'field', as: field.name, field });
