import type { Relation, Scalar } from '../schema/schema.js';
import { comparing, inSets, oneByOne, units } from './cost-units.js';
import { mostMatching } from './most-matching.js';
import type { Member, Order, Predicate, ReadPlan, RelationMember, Shape, Target } from './read-plan.js';
import { allTargetsOf, fanOutOf, versionsOf, type Statistics } from './statistics.js';

/** Items of a repeatable component, or of a zone, in one version. */
const itemsOfList = 5;

/** What a plan is estimated to cost, and how deep it goes. */
export interface PlanCost {
  readonly cost: number;
  /** Where the sum passed what is allowed; null: it did not. */
  readonly spentAt: string | null;
  /** Where the relations passed the depth that is allowed; null: they did not. */
  readonly tooDeepAt: string | null;
}

/** What a plan may cost, in units, and how many relations it may follow one after the other. */
export interface CostLimits {
  readonly cost: number;
  readonly relationDepth: number;
}

/** Estimates what a store has to touch to answer the plan. */
export function costOfPlan(plan: ReadPlan, statistics: Statistics, limits: CostLimits): PlanCost {
  const estimate = new Estimate(statistics, limits, plan.limits.rows);
  estimate.plan(plan);
  return estimate;
}

/** A step on the way from the root of a parameter. */
interface Place {
  readonly parent: Place | null;
  readonly name: string;
  /** Relations on the way. */
  readonly depth: number;
}

const param = (name: string): Place => ({ parent: null, name, depth: 0 });
const filters = param('filters');
const sort = param('sort');
const populate = param('populate');
const pagination = param('pagination');

/**
 * The rows that a level of the plan has: no more than `few`, which follows the largest fan-out from the rows of the page,
 * and about no more than `all`, which follows the typical fan-out from every row that there is. The first does not know
 * that few documents have many links, the second that a page is small.
 */
interface Level {
  readonly few: number;
  readonly all: number;
  /** Present where relations are followed for all rows at once, as a filter or a sort of the whole list does. */
  readonly ways?: Ways;
}

/** How many ways lead to the rows of a level, and the name of the link that they came by. */
interface Ways {
  readonly count: number;
  readonly link: string | null;
}

const rowsOf = ({ few, all }: Level): number => Math.min(few, all);

class Estimate implements PlanCost {
  cost = 0;
  private spent: Place | null = null;
  private tooDeep: Place | null = null;

  constructor(
    private readonly statistics: Statistics,
    private readonly limits: CostLimits,
    private readonly mostRows: number,
  ) {}

  get spentAt(): string | null {
    return this.spent && nameOf(this.spent);
  }

  get tooDeepAt(): string | null {
    return this.tooDeep && nameOf(this.tooDeep);
  }

  plan({ type, where, order, range, count, shape }: ReadPlan): void {
    const versions = Math.max(1, versionsOf(this.statistics, type));
    const matching = where === null ? versions : mostMatching(this.statistics, where, versions);
    const asked = Math.min(range.limit ?? this.mostRows, this.mostRows);
    const list = { few: matching, all: versions, ways: { count: matching, link: null } };
    if (where !== null) {
      this.add(matching * units.scan, filters);
      this.predicate(list, where, filters);
    }
    if (where !== null || !isIndexed(order)) this.order(list, order, sort);
    else this.add(Math.min(range.offset + asked, versions) * units.scan, pagination);
    if (count) this.add(matching * units.count, pagination);
    this.shape({ few: Math.min(asked, matching), all: versions }, shape, populate);
  }

  private add(cost: number, place: Place): void {
    this.cost += cost;
    if (this.cost > this.limits.cost) this.spent ??= place;
  }

  private predicate(level: Level, predicate: Predicate, place: Place): void {
    const rows = rowsOf(level);
    switch (predicate.kind) {
      case 'and':
      case 'or':
        for (const part of predicate.predicates) this.predicate(level, part, place);
        break;
      case 'compare':
        this.add(rows * comparing(predicate.field, predicate.comparison), place);
        break;
      case 'related':
        this.targets(level, predicate.relation, predicate.target, place);
        break;
      case 'publication':
        this.add(rows * (oneByOne.probe + oneByOne.follow), place);
        break;
      case 'component': {
        const inside = step(place, predicate.attribute.name);
        this.add(rows * units.component, inside);
        const items = predicate.attribute.repeatable ? times(level, itemsOfList) : level;
        if (predicate.where !== null) this.predicate(items, predicate.where, inside);
      }
    }
  }

  private order(level: Level, order: readonly Order[], place: Place): void {
    this.add(rowsOf(level) * units.sort, place);
    for (const { hops } of order) {
      let at = place;
      for (const hop of hops) {
        if (hop.kind === 'relation') at = this.targets(level, hop.relation, hop.target, at).place;
        else this.add(rowsOf(level) * units.component, (at = step(at, hop.attribute.name)));
      }
    }
  }

  /** Follows a relation from the rows of a level, and looks at what it leads to. */
  private targets(
    level: Level,
    relation: Relation,
    target: Target,
    from: Place,
  ): { readonly level: Level; readonly place: Place } {
    const place = { parent: from, name: relation.name, depth: from.depth + 1 };
    if (place.depth > this.limits.relationDepth) this.tooDeep ??= place;
    const reached = this.follow(level, relation, from);
    const { probe, follow } = level.ways && relation.place.kind === 'link' ? inSets : oneByOne;
    const ways = (reached.ways?.count ?? 0) * units.way;
    this.add(units.statement + rowsOf(level) * probe + rowsOf(reached) * follow + ways, place);
    if (target.where !== null) this.predicate(reached, target.where, place);
    return { level: reached, place };
  }

  private follow({ few, all, ways }: Level, relation: Relation, { depth }: Place): Level {
    const { typical, most } = fanOutOf(this.statistics, relation);
    const targets = allTargetsOf(this.statistics, relation, all);
    if (ways === undefined) return { few: few * most, all: depth === 0 ? targets : all * typical };
    const link = relation.place.kind === 'link' ? relation.place.link.name : null;
    // Back on the way that they came, most come to those with many links; elsewhere to any.
    const count = ways.count * (link !== null && link === ways.link ? typical : targets / all);
    return { few: few * most, all: targets, ways: { count, link } };
  }

  private shape(level: Level, { members }: Shape, place: Place): void {
    this.add(rowsOf(level) * units.row, place);
    for (const member of members) this.member(level, member, place);
  }

  private member(level: Level, member: Member, place: Place): void {
    switch (member.kind) {
      case 'field':
        this.add(rowsOf(level) * units.field, place);
        break;
      case 'relation':
        this.relation(level, member, place);
        break;
      case 'count':
        this.targets(level, member.relation, member.target, place);
        break;
      case 'component': {
        const inside = step(place, member.attribute.name);
        this.add(rowsOf(level) * units.component, inside);
        this.shape(member.attribute.repeatable ? times(level, itemsOfList) : level, member.shape, inside);
        break;
      }
      case 'zone': {
        const inside = step(place, member.attribute.name);
        this.add(rowsOf(level) * units.component, inside);
        const share = times(level, Math.max(1, itemsOfList / member.shapes.size));
        for (const shape of member.shapes.values()) this.shape(share, shape, inside);
      }
    }
  }

  private relation(
    level: Level,
    { relation, target, order, range, shape }: RelationMember,
    from: Place,
  ): void {
    const { level: reached, place } = this.targets(level, relation, target, from);
    if (relation.many) this.order(reached, order, place);
    const most = Math.min(range.limit ?? this.mostRows, this.mostRows);
    this.shape({ ...reached, few: Math.min(reached.few, level.few * most) }, shape, place);
  }
}

const times = (level: Level, count: number): Level => ({
  ...level,
  few: level.few * count,
  all: level.all * count,
});

const step = (parent: Place, name: string): Place => ({ parent, name, depth: parent.depth });

/** `populate=dishes.restaurant`, `filters[dishes][restaurant]`, or the parameter alone. */
function nameOf(place: Place): string {
  const names: string[] = [];
  let root = place;
  for (; root.parent !== null; root = root.parent) names.unshift(root.name);
  if (names.length === 0) return root.name;
  return root === filters ? `filters[${names.join('][')}]` : `${root.name}=${names.join('.')}`;
}

/** Whether an index gives the rows in this order, so that only those of the page are looked at. */
function isIndexed([first]: readonly Order[]): boolean {
  return first !== undefined && first.hops.length === 0 && hasIndex(first.field);
}

const hasIndex = (field: Scalar): boolean => field.index || (field.system && field.name === 'id');
