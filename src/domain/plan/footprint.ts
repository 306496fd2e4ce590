import type { ReadLayer } from '../query/query.js';
import { internalTypes, userType } from '../schema/built-in-uids.js';
import type { ContentType, Link, Relation, Shaped } from '../schema/schema.js';
import type { AggregatePlan } from './aggregate-plan.js';
import type { Hop, Order, Predicate, ReadPlan, Shape, Target } from './read-plan.js';

/** All that an answer depends on: after a write to something else the plan has the same answer. */
export interface Footprint {
  /** The layers whose versions are read. A type without drafts has only the published one. */
  readonly types: ReadonlyMap<ContentType, ReadonlySet<Layer>>;
  readonly links: ReadonlySet<Link>;
  /** Whether the answer has passwords, or private values of users or the server itself, such as tokens for a new password. */
  readonly hasSecrets: boolean;
}

type Layer = Exclude<ReadLayer, 'any'>;

const ofAccounts = (uid: string): boolean => uid === userType || internalTypes.has(uid);

const layersOf = (type: ContentType, layer: ReadLayer): readonly Layer[] =>
  !type.draftAndPublish ? ['published'] : layer === 'any' ? ['draft', 'published'] : [layer];

export function footprintOf(plan: ReadPlan): Footprint {
  const walk = new Walk();
  walk.plan(plan);
  walk.shape(plan.shape, plan.type);
  return walk;
}

export function footprintOfAggregate({ documents, groups }: AggregatePlan): Footprint {
  const walk = new Walk();
  walk.plan(documents);
  for (const { hops } of groups) walk.hops(hops);
  return walk;
}

class Walk implements Footprint {
  readonly types = new Map<ContentType, Set<Layer>>();
  readonly links = new Set<Link>();
  hasSecrets = false;

  plan({ type, context, where, order }: ReadPlan): void {
    this.versions(type, context.layer);
    this.predicate(where, type);
    this.orders(order);
  }

  shape({ members }: Shape, owner: Shaped): void {
    for (const member of members)
      switch (member.kind) {
        case 'field': {
          const { type, private: isPrivate } = member.field;
          if (type === 'password' || (isPrivate && ofAccounts(owner.uid))) this.hasSecrets = true;
          break;
        }
        case 'relation':
          this.target(member.relation, member.target);
          this.orders(member.order);
          this.shape(member.shape, member.target.type);
          break;
        case 'count':
          this.target(member.relation, member.target);
          break;
        case 'component':
          this.predicate(member.where, null);
          this.orders(member.order);
          this.shape(member.shape, { uid: member.attribute.component, attributes: new Map() });
          break;
        case 'zone':
          for (const [uid, shape] of member.shapes) this.shape(shape, { uid, attributes: new Map() });
          break;
        default:
          unknown(member);
      }
  }

  hops(hops: readonly Hop[]): void {
    for (const hop of hops) if (hop.kind === 'relation') this.target(hop.relation, hop.target);
  }

  private orders(orders: readonly Order[]): void {
    for (const { hops } of orders) this.hops(hops);
  }

  /** `of` is the type whose versions are meant; null inside components, whose versions have no state of publication. */
  private predicate(predicate: Predicate | null, of: ContentType | null): void {
    if (predicate === null) return;
    switch (predicate.kind) {
      case 'and':
      case 'or':
        for (const each of predicate.predicates) this.predicate(each, of);
        break;
      case 'compare':
        break;
      case 'related':
        this.target(predicate.relation, predicate.target);
        break;
      case 'publication':
        if (of !== null) this.versions(of, 'any');
        break;
      case 'component':
        this.predicate(predicate.where, null);
        break;
      default:
        unknown(predicate);
    }
  }

  private target({ place }: Relation, { type, layer, where }: Target): void {
    if (place.kind === 'link') this.links.add(place.link);
    this.versions(type, layer);
    this.predicate(where, type);
  }

  private versions(type: ContentType, layer: ReadLayer): void {
    const layers = this.types.get(type) ?? new Set<Layer>();
    for (const each of layersOf(type, layer)) layers.add(each);
    this.types.set(type, layers);
  }
}

/** The compiler points here if a plan gets a new kind of part. */
function unknown(part: never): never {
  throw new Error(`no footprint for ${JSON.stringify(part)}`);
}
