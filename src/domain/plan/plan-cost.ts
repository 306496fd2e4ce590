import type { Range } from '../query/query.js';
import type { ComponentAttribute, Relation, Scalar, Zone } from '../schema/schema.js';
import { filters, groupBy, nameOf, pagination, populate, sort, words, type Path } from './cost-path.js';
import { bytesIn, followed, rowsOf, times, type Level, type Ways } from './cost-level.js';
import { comparing, inSets, maxWaysToVersion, oneByOne, units } from './cost-units.js';
import {
  mostCounted,
  type Limits,
  type Member,
  type Order,
  type Predicate,
  type ReadPlan,
  type RelationMember,
  type Shape,
  type Target,
} from './read-plan.js';
import { isLong, versionsOf, type Statistics } from './statistics.js';
import { isIndexed, versionsToRead } from './versions-to-read.js';

/** The assumed number of items of a repeatable component or zone in one version. */
const itemsOfList = 5;

/** The estimated cost of a plan. */
export interface PlanCost {
  readonly cost: number;
  /** Where the request exceeds the allowed cost; null: it does not. */
  readonly spentAt: string | null;
  /** Where the request exceeds the allowed relation depth; null: it does not. */
  readonly tooDeepAt: string | null;
  /** The conditions that the estimate expects to be checked once for each version (see `ReadPlan.once`). */
  readonly once: ReadonlySet<Predicate>;
}

/** The allowed cost, in units, and the allowed number of relations in a row. */
export interface CostLimits {
  readonly cost: number;
  readonly relationDepth: number;
}

/** Estimates the work of a store that answers the plan, and aggregates so many values of each matching version. */
export function costOfPlan(plan: ReadPlan, known: Statistics, limits: CostLimits, aggregated = 0): PlanCost {
  const estimate = new Estimate(known, limits, plan.limits);
  estimate.plan(plan, aggregated);
  return estimate;
}

interface Reached {
  readonly level: Level;
  readonly path: Path;
}

function countedBy(plan: ReadPlan, matching: number, { keptTotals }: Statistics): number {
  const { type, where, search, count, estimates } = plan;
  const isKept = where === null && search === undefined && keptTotals?.has(type.uid) === true;
  if (!count || isKept) return 0;
  return estimates === true ? Math.min(mostCounted, matching) : matching;
}

class Estimate implements PlanCost {
  cost = 0;
  readonly once = new Set<Predicate>();
  private spent: Path | null = null;
  private tooDeep: Path | null = null;
  private readonly mostRows: number;
  /** The bytes that the answer may still have. A store stops where it becomes too large; a character takes up to four. */
  private showable: number;

  constructor(
    private readonly statistics: Statistics,
    private readonly limits: CostLimits,
    { rows, textSize }: Limits,
  ) {
    this.mostRows = rows;
    this.showable = textSize * 4;
  }

  get spentAt(): string | null {
    return this.spent && nameOf(this.spent);
  }

  get tooDeepAt(): string | null {
    return this.tooDeep && nameOf(this.tooDeep);
  }

  plan(plan: ReadPlan, aggregated: number): void {
    const { type, context, where, search, order, range, shape } = plan;
    const versions = Math.max(1, versionsOf(this.statistics, type));
    const requested = this.requested(range);
    const matching = where === null ? versions : versionsToRead(this.statistics, plan, where, requested);
    if (search !== undefined) this.add(versions * units.words * search.attributes.length, words);
    const isOneLocale = typeof context.locale === 'string' && context.locale !== '*';
    const locale = type.localized && !isOneLocale ? 'own' : 'requested';
    const ways: Ways = { count: matching, link: null, locale, isOneLocale };
    const list: Level = { few: matching, all: versions, type, ways };
    if (where !== null) {
      this.add(matching * units.scan, filters);
      this.predicate(list, where, filters);
    }
    // What a filter finds is sorted, also where the request has no sort.
    const ordered = aggregated > 0 ? groupBy : sort;
    if (where !== null || !isIndexed(order)) this.order(list, order, isIndexed(order) ? filters : ordered);
    else this.add(Math.min(range.offset + requested, versions) * units.scan, pagination);
    this.add(countedBy(plan, matching, this.statistics) * units.count, pagination);
    this.add(matching * aggregated * units.aggregate, pagination);
    this.shape({ few: Math.min(requested, matching), all: versions, type }, shape, populate);
  }

  /** The most rows that a range gives. */
  private requested({ limit }: Range): number {
    return Math.min(limit ?? this.mostRows, this.mostRows);
  }

  private add(cost: number, path: Path): void {
    this.cost += cost;
    if (this.cost > this.limits.cost) this.spent ??= path;
  }

  private predicate(level: Level, predicate: Predicate, path: Path): void {
    const rows = rowsOf(level);
    switch (predicate.kind) {
      case 'and':
      case 'or':
        for (const part of predicate.predicates) this.predicate(level, part, path);
        break;
      case 'compare':
        this.add(rows * this.comparing(level, predicate), path);
        break;
      case 'related':
        this.targets(this.sources(level, predicate, path), predicate.relation, predicate.target, path);
        break;
      case 'publication':
        this.add(rows * (oneByOne.probe + oneByOne.follow), path);
        break;
      case 'component': {
        const { level: items, path: inside } = this.items(level, predicate.attribute, path);
        if (predicate.where !== null) this.predicate(items, predicate.where, inside);
      }
    }
  }

  /** Returns the rows for which a condition on a relation is checked. */
  private sources(level: Level, predicate: Predicate, path: Path): Level {
    const { type, ways, itemBytes } = level;
    if (ways === undefined || itemBytes !== undefined) return level;
    const versions = Math.max(1, versionsOf(this.statistics, type));
    if (ways.count <= maxWaysToVersion * versions) {
      this.add(Math.max(0, ways.count - versions) * inSets.follow, path);
      return level;
    }
    if (ways.locale === 'inherited') return { few: ways.count, all: ways.count, type };
    this.once.add(predicate);
    this.add(versions * inSets.probe, path);
    return { few: versions, all: versions, type, ways: { ...ways, count: versions, link: null } };
  }

  private comparing(level: Level, { field, comparison }: Predicate & { readonly kind: 'compare' }): number {
    const bytes = bytesIn(this.statistics, level, field);
    return comparing(comparison, bytes) + (level.itemBytes ?? 0) * units.byte;
  }

  private field(level: Level, field: Scalar, path: Path): void {
    const rows = rowsOf(level);
    this.add(rows * (units.field + (level.itemBytes ?? 0) * units.byte), path);
    if (level.itemBytes !== undefined || !isLong(field)) return;
    const shown = Math.min(this.showable, rows * bytesIn(this.statistics, level, field));
    this.showable -= shown;
    this.add(shown * units.shownByte, path);
  }

  /** Adds the cost of reading the items of a component or zone. */
  private items(level: Level, attribute: ComponentAttribute | Zone, from: Path): Reached {
    const path = { parent: from, name: attribute.name, depth: from.depth };
    const bytes = bytesIn(this.statistics, level, attribute);
    this.add(rowsOf(level) * (units.component + bytes * units.byte), path);
    const count = attribute.kind === 'zone' || attribute.repeatable ? itemsOfList : 1;
    return { level: { ...times(level, count), itemBytes: bytes / count }, path };
  }

  private order(level: Level, order: readonly Order[], path: Path): void {
    this.add(rowsOf(level) * units.sort, path);
    let joins = 0;
    for (const { hops, field, extreme } of order) {
      // A sort through a list finds the smallest or largest value for each row separately.
      const { few, all, type } = level;
      let at: Reached = { level: extreme === undefined ? level : { few, all, type }, path };
      for (const hop of hops) {
        // Planning takes time that grows with the number of joins squared.
        this.add(joins++ * units.statement, path);
        at =
          hop.kind === 'relation'
            ? this.targets(at.level, hop.relation, hop.target, at.path)
            : this.items(at.level, hop.attribute, at.path);
      }
      this.add(rowsOf(at.level) * bytesIn(this.statistics, at.level, field) * units.byte, at.path);
    }
  }

  /** Adds the cost of following a relation and of checking its targets. */
  private targets(level: Level, relation: Relation, target: Target, from: Path): Reached {
    const path = { parent: from, name: relation.name, depth: from.depth + 1 };
    if (path.depth > this.limits.relationDepth) this.tooDeep ??= path;
    const reached = followed(this.statistics, level, relation, target, from.depth === 0);
    const { probe, follow } = level.ways && relation.place.kind === 'link' ? inSets : oneByOne;
    const ways = (reached.ways?.count ?? 0) * units.way;
    this.add(units.statement + rowsOf(level) * probe + rowsOf(reached) * follow + ways, path);
    if (target.where !== null) this.predicate(reached, target.where, path);
    return { level: reached, path };
  }

  private shape(level: Level, { members }: Shape, path: Path): void {
    this.add(rowsOf(level) * units.row, path);
    for (const member of members) this.member(level, member, path);
  }

  private member(level: Level, member: Member, path: Path): void {
    switch (member.kind) {
      case 'field':
        this.field(level, member.field, path);
        break;
      case 'relation':
        this.relation(level, member, path);
        break;
      case 'count':
        this.targets(level, member.relation, member.target, path);
        break;
      case 'component': {
        const { level: items, path: inside } = this.items(level, member.attribute, path);
        if (member.where !== null) this.predicate(items, member.where, inside);
        if (member.order.length > 0) this.order(items, member.order, inside);
        this.shape(items, member.shape, inside);
        break;
      }
      case 'zone': {
        const { level: items, path: inside } = this.items(level, member.attribute, path);
        const share = times(items, Math.max(1 / itemsOfList, 1 / member.shapes.size));
        for (const shape of member.shapes.values()) this.shape(share, shape, inside);
      }
    }
  }

  private relation(
    level: Level,
    { relation, target, order, range, shape }: RelationMember,
    from: Path,
  ): void {
    const { level: reached, path } = this.targets(level, relation, target, from);
    if (relation.many) this.order(reached, order, path);
    this.shape({ ...reached, few: Math.min(reached.few, level.few * this.requested(range)) }, shape, path);
  }
}
