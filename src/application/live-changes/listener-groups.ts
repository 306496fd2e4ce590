import type { Principal } from '../../domain/permission/permission.js';
import type { Query } from '../../domain/query/query.js';
import { contentTypeOf, type Schema, type Uid } from '../../domain/schema/schema.js';
import type { Listener, ListenerInterest } from './listener.js';
import { groupKey, LiveGroup, type LoadSeen } from './live-group.js';

interface GroupDependencies {
  readonly schema: Schema;
  /** Whether code of the app runs around reads of a type, and may tell callers apart. */
  readonly isApart: (type: Uid) => boolean;
  /** Loads what a new group with a condition can see. */
  readonly load: LoadSeen<LiveGroup<Listener>>;
}

/** Who may read what they ask for. */
export interface Admitted {
  readonly principal: Principal;
  /** Whether their reads may take long. */
  readonly isExpensive: boolean;
}

/** The groups of all listeners, by type. */
export class ListenerGroups {
  private readonly byType = new Map<Uid, Map<string, LiveGroup<Listener>>>();

  constructor(private readonly dependencies: GroupDependencies) {}

  of(type: Uid): readonly LiveGroup<Listener>[] {
    return [...(this.byType.get(type)?.values() ?? [])];
  }

  get size(): number {
    return [...this.byType.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Returns the group for this query and principal; a new one has no members, and is forgotten unless it gets some. */
  find(query: Query, { principal: who, isExpensive }: Admitted): LiveGroup<Listener> {
    // A group may outlive the request that it began with.
    const { caller: _caller, origin: _origin, spending: _spending, ...principal } = who;
    const { schema, isApart } = this.dependencies;
    const key = groupKey(query, principal, isApart(query.type));
    const known = this.byType.get(query.type)?.get(key);
    return known ?? new LiveGroup(key, contentTypeOf(schema, query.type), query, principal, isExpensive);
  }

  /** Adds a listener to the group of its interest, which another listener may have made meanwhile. */
  add(interest: ListenerInterest, listener: Listener): void {
    const { uid } = interest.group.type;
    const groups = this.byType.get(uid) ?? new Map<string, LiveGroup<Listener>>();
    this.byType.set(uid, groups);
    const group = groups.get(interest.group.key) ?? interest.group;
    interest.group = group;
    groups.set(group.key, group);
    group.members.add(listener);
    group.begin(this.dependencies.load);
  }

  /** Lets a group forget what could be seen. */
  beginAnew(group: LiveGroup<Listener>): void {
    group.beginAnew(this.dependencies.load);
  }

  remove({ group }: ListenerInterest, listener: Listener): void {
    const groups = this.byType.get(group.type.uid);
    group.members.delete(listener);
    if (group.members.size > 0) return;
    group.end();
    if (groups?.get(group.key) !== group) return;
    groups.delete(group.key);
    if (groups.size === 0) this.byType.delete(group.type.uid);
  }

  /** Whether a listener is in the group for this principal. */
  isOf({ group, wanted: { query } }: ListenerInterest, principal: Principal): boolean {
    return group.key === groupKey(query, principal, this.dependencies.isApart(query.type));
  }

  /** Moves a listener to the group of its new grants. */
  move(interest: ListenerInterest, listener: Listener, { principal, isExpensive }: Admitted): void {
    this.remove(interest, listener);
    interest.group = this.find(interest.wanted.query, { principal, isExpensive });
    this.add(interest, listener);
  }
}
