import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import type { Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Schema, Uid } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/use-cases.js';
import type { ChangeLog, LoggedChange } from '../ports/change-log.js';
import type { ChangeSignal } from '../ports/change-signal.js';
import type { Log } from '../ports/log.js';
import type { Observations } from '../ports/observations.js';
import type { PositionCodec } from '../ports/position-codec.js';
import { overloaded } from '../admission/lane.js';
import { CallerShares } from './caller-shares.js';
import { CatchUp } from './catch-up.js';
import { Listener, type ListenerInterest } from './listener.js';
import { ListenerGroups } from './listener-groups.js';
import { eventsOf, loadSeen } from './live-events.js';
import type { LiveChanges, LiveLimits, LiveReceiver, LiveRequest } from './live-changes.js';
import type { LiveGroup } from './live-group.js';
import { LiveReader } from './live-reader.js';

export interface LiveDependencies {
  readonly schema: Schema;
  readonly documents: Pick<Documents, 'find'>;
  readonly changes: Pick<ChangeLog, 'read' | 'start' | 'end'>;
  readonly signal: Pick<ChangeSignal, 'listen'>;
  readonly positions: PositionCodec;
  readonly defaultLocale: () => string;
  /** Whether code of the app runs around reads of a type, and may tell callers apart. */
  readonly isApart: (type: Uid) => boolean;
  readonly log: Log;
  readonly observations: Observations;
  readonly limits: LiveLimits;
}

/** How often each listener is judged again, and when a silent one gets a beat. */
const judgeMs = 2_000;
const beatMs = 15_000;
/** Groups whose reads run at the same time. */
const readsAtOnce = 4;

/** Creates the one reader of the change log for all listeners of this process. */
export const createLiveChanges = (dependencies: LiveDependencies): LiveChanges => new Live(dependencies);

class Live implements LiveChanges {
  private readonly listeners = new Set<Listener>();
  private readonly shares: CallerShares;
  private opening = 0;
  private readonly groups: ListenerGroups;
  private readonly reader: LiveReader;
  private readonly catchUp: CatchUp;
  private timers: readonly NodeJS.Timeout[] = [];
  private isJudging = false;
  private isStopped = false;

  constructor(private readonly dependencies: LiveDependencies) {
    const { schema, isApart, observations, limits } = dependencies;
    this.shares = new CallerShares(limits, { ofCaller: tooManyOfCaller, ofAll: tooMany });
    const load = (group: LiveGroup<Listener>): Promise<void> => loadSeen(dependencies, group);
    this.groups = new ListenerGroups({ schema, isApart, load });
    this.reader = new LiveReader({
      ...dependencies,
      isWanted: () => this.listeners.size + this.opening > 0,
      dispatch: (change) => this.dispatch(change),
    });
    this.catchUp = new CatchUp(dependencies, this.reader);
    observations.addSource(() => ({
      kind: 'live-changes',
      listeners: this.listeners.size,
      groups: this.groups.size,
    }));
  }

  start(): void {
    this.reader.start();
    this.timers = [
      setInterval(() => void this.judgeAll(), judgeMs).unref(),
      setInterval(() => this.beatAll(), beatMs).unref(),
    ];
  }

  stop(): void {
    this.isStopped = true;
    for (const timer of this.timers) clearInterval(timer);
    this.reader.stop();
    for (const listener of this.listeners) listener.end(null);
  }

  async listen(request: LiveRequest, begin: () => LiveReceiver): Promise<Result<() => void>> {
    this.opening += 1;
    try {
      return await this.open(request, begin);
    } finally {
      this.opening -= 1;
    }
  }

  private async open(
    { interests, after }: LiveRequest,
    begin: () => LiveReceiver,
  ): Promise<Result<() => void>> {
    const admitted: ListenerInterest[] = [];
    let key = '';
    for (const wanted of interests) {
      const principal = await this.admit(wanted);
      if (!principal.ok) return principal;
      key = principal.value.caller?.key ?? '';
      admitted.push({ wanted, group: this.groups.find(wanted.query, principal.value) });
    }
    const begun = await this.reader.begin();
    if (!begun.ok) return begun;
    const from = await this.catchUp.placeOf(admitted, after);
    if (!from.ok) return from;
    const share = this.isStopped ? err(overloaded) : this.shares.take(key);
    if (!share.ok) return share;
    const { observations, positions } = this.dependencies;
    const listener = new Listener(
      admitted,
      (ended) => {
        share.value();
        this.forget(ended);
      },
      () => observations.observe({ kind: 'live-drop' }),
    );
    this.listeners.add(listener);
    for (const interest of admitted) this.groups.add(interest, listener);
    const place = from.value ?? this.reader.cursor ?? begun.value;
    listener.after = place;
    if (from.value === null) listener.isJoined = true;
    for (const { group } of admitted) await group.loaded;
    const position = positions.write(place);
    listener.open(begin(), position);
    if (from.value === null && after !== undefined) listener.send([{ kind: 'reset', position }]);
    if (from.value !== null) this.catchUp.run(listener);
    return ok(() => listener.close());
  }

  /** Judges who listens, and makes the plan of the read, which finds what may not be asked. */
  private async admit({ query, judge }: ListenerInterest['wanted']): Promise<Result<Principal>> {
    const principal = await judge();
    if (!principal.ok) return principal;
    const planned = { ...query, documentId: '-', range: { offset: 0, limit: 1 }, count: false };
    const found = await this.dependencies.documents.find(principal.value, planned);
    return found.ok ? principal : found;
  }

  private forget(listener: Listener): void {
    this.listeners.delete(listener);
    for (const interest of listener.interests) this.groups.remove(interest, listener);
  }

  private async dispatch(change: LoggedChange): Promise<void> {
    const groups = this.groups.of(change.type).values();
    const work = async (): Promise<void> => {
      for (const group of groups) await this.tell(group, change);
    };
    await Promise.all(Array.from({ length: readsAtOnce }, work));
  }

  private async tell(group: LiveGroup<Listener>, change: LoggedChange): Promise<void> {
    const isConcerned = (listener: Listener): boolean =>
      listener.isJoined && listener.after < change.position;
    if (![...group.members].some(isConcerned)) return;
    const events = await eventsOf(this.dependencies, group, change);
    for (const listener of group.members) {
      if (!isConcerned(listener)) continue;
      if (events.ok) listener.send(events.value);
      else listener.end(events.failure.code.startsWith('STORE.') ? null : events.failure);
    }
    if (events.ok && events.value.length > 0)
      this.dependencies.observations.observe({ kind: 'live-events', events: events.value.length });
  }

  private async judgeAll(): Promise<void> {
    if (this.isJudging) return;
    this.isJudging = true;
    try {
      const verdicts = new Map<string, Promise<Result<Principal>>>();
      for (const listener of this.listeners)
        for (const interest of listener.interests) await this.judge(listener, interest, verdicts);
    } catch (error) {
      this.dependencies.log.error('listeners cannot be judged again', { error });
    } finally {
      this.isJudging = false;
    }
  }

  private async judge(
    listener: Listener,
    interest: ListenerInterest,
    verdicts: Map<string, Promise<Result<Principal>>>,
  ): Promise<void> {
    const { credential, judge, query } = interest.wanted;
    const key = `${query.type} ${credential}`;
    const judged = verdicts.get(key) ?? judge();
    verdicts.set(key, judged);
    const verdict = await judged;
    if (listener.isEnded) return;
    if (verdict.ok)
      this.reader.soon(() => listener.isEnded || this.groups.move(interest, listener, verdict.value));
    // A failure of the database must not end listeners.
    else if (verdict.failure.code.startsWith('POLICY.')) listener.end(verdict.failure);
  }

  private beatAll(): void {
    const { positions } = this.dependencies;
    const joined = positions.write(this.reader.done);
    for (const listener of this.listeners)
      listener.beat(
        listener.isJoined && listener.after <= this.reader.done ? joined : positions.write(listener.after),
      );
  }
}

const tooManyOfCaller = failure('POLICY.TOO_MANY', reason('listeners.tooMany'), {
  retryAfterMs: 10_000,
});
const tooMany = failure('STORE.OVERLOADED', reason('listeners.full'));
