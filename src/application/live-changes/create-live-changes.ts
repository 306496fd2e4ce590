import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Schema, Uid } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/use-cases.js';
import type { ChangeLog } from '../ports/change-log.js';
import type { ChangeSignal } from '../ports/change-signal.js';
import type { Log } from '../ports/log.js';
import type { Observations } from '../ports/observations.js';
import type { PositionCodec } from '../ports/position-codec.js';
import { overloaded } from '../admission/lane.js';
import { createPausesWithinTurn } from '../stores/in-turns.js';
import { CallerShares } from './caller-shares.js';
import { CatchUp } from './catch-up.js';
import { ChangeTeller } from './change-teller.js';
import { Listener, type ListenerInterest } from './listener.js';
import { ListenerGroups } from './listener-groups.js';
import { ListenerJudge } from './listener-judge.js';
import { isExpensive, loadSeen, type EventDependencies, type Positions } from './live-events.js';
import type { LiveChanges, LiveInterest, LiveLimits, LiveReceiver, LiveRequest } from './live-changes.js';
import type { LiveGroup, LoadSeen } from './live-group.js';
import { LiveReader } from './live-reader.js';
import { LiveTurns } from './live-turns.js';

export interface LiveDependencies {
  readonly schema: Schema;
  readonly documents: Pick<Documents, 'find'>;
  readonly changes: Pick<ChangeLog, 'identity' | 'read' | 'start' | 'end'>;
  readonly signal: Pick<ChangeSignal, 'listen'>;
  readonly positions: PositionCodec;
  readonly defaultLocale: () => string;
  /** Whether code of the app runs around reads of a type, and may tell callers apart. */
  readonly isApart: (type: Uid) => boolean;
  /** The estimated cost above which a read may take long. */
  readonly longCost: number;
  readonly log: Log;
  readonly observations: Observations;
  readonly limits: LiveLimits;
}

/** How often each listener is judged again, and when a silent one gets a beat. */
const judgeMs = 2_000;
const beatMs = 15_000;

/** Creates the one reader of the change log for all listeners of this process. */
export const createLiveChanges = (dependencies: LiveDependencies): LiveChanges => new Live(dependencies);

class Live implements LiveChanges {
  private readonly listeners = new Set<Listener>();
  private readonly shares: CallerShares;
  private opening = 0;
  private readonly groups: ListenerGroups;
  private readonly teller: ChangeTeller;
  private readonly judge: ListenerJudge;
  private readonly reader: LiveReader;
  private readonly catchUp: CatchUp;
  private readonly positions: Positions;
  private timers: readonly NodeJS.Timeout[] = [];
  private isStopped = false;

  constructor(private readonly dependencies: LiveDependencies) {
    const { schema, isApart, observations, limits, positions: codec } = dependencies;
    this.positions = {
      write: (position) => codec.write(this.reader.log, position),
      read: (text) => codec.read(this.reader.log, text),
    };
    const reading = { ...dependencies, positions: this.positions, pause: createPausesWithinTurn() };
    this.shares = new CallerShares(limits, { ofCaller: tooManyOfCaller, ofAll: tooMany });
    this.groups = new ListenerGroups({ schema, isApart, load: loading(reading) });
    const { groups, listeners } = this;
    const turns = new LiveTurns();
    const cursor = (): number | null => this.reader.cursor;
    this.teller = new ChangeTeller({ ...reading, groups, turns, cursor });
    this.reader = new LiveReader({
      ...dependencies,
      isWanted: () => listeners.size + this.opening > 0,
      moved: () => this.endAll(),
      dispatch: (change) => this.teller.dispatch(change),
    });
    this.catchUp = new CatchUp({ ...reading, turns }, this.reader);
    this.judge = new ListenerJudge({ ...dependencies, listeners, groups, teller: this.teller });
    observations.addSource(() => ({
      kind: 'live-changes',
      listeners: this.listeners.size,
      groups: this.groups.size,
    }));
  }

  start(): void {
    this.reader.start();
    this.timers = [
      setInterval(() => void this.judge.judgeAll(), judgeMs).unref(),
      setInterval(() => this.beatAll(), beatMs).unref(),
    ];
  }

  stop(): void {
    this.isStopped = true;
    for (const timer of this.timers) clearInterval(timer);
    this.reader.stop();
    this.endAll();
  }

  /** They come again. */
  private endAll(): void {
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
    const admitted = await this.admitAll(interests);
    if (!admitted.ok) return admitted;
    const begun = await this.reader.begin();
    if (!begun.ok) return begun;
    const { log } = this.reader;
    const from = await this.catchUp.placeOf(admitted.value.interests, after);
    if (!from.ok) return from;
    if (log !== this.reader.log) return err(overloaded);
    const entered = this.enter(admitted.value, from.value ?? this.reader.cursor ?? begun.value);
    if (!entered.ok) return entered;
    const listener = entered.value;
    listener.isJoined = from.value === null;
    const loaded = await allLoaded(listener);
    if (!loaded.ok) {
      listener.close();
      return loaded;
    }
    const position = this.positions.write(listener.after);
    listener.open(begin(), position);
    if (!listener.isJoined) this.catchUp.run(listener);
    else if (after !== undefined) listener.send([{ kind: 'reset', position }]);
    return ok(() => listener.close());
  }

  private async admitAll(interests: readonly LiveInterest[]): Promise<Result<Entering>> {
    const admitted: ListenerInterest[] = [];
    let caller = '';
    for (const wanted of interests) {
      const principal = await wanted.judge();
      if (!principal.ok) return principal;
      const expensive = await isExpensive(this.dependencies, principal.value, wanted.query);
      if (!expensive.ok) return expensive;
      caller = principal.value.caller?.key ?? '';
      const who = { principal: principal.value, isExpensive: expensive.value };
      admitted.push({ wanted, group: this.groups.find(wanted.query, who) });
    }
    return ok({ interests: admitted, caller });
  }

  /** Counts a listener, and lets it wait at its place in the log. */
  private enter({ interests, caller }: Entering, place: number): Result<Listener> {
    const share = this.isStopped ? err(overloaded) : this.shares.take(caller);
    if (!share.ok) return share;
    const ended = (listener: Listener): void => {
      share.value();
      this.forget(listener);
    };
    const { observations } = this.dependencies;
    const listener = new Listener(interests, caller, ended, () =>
      observations.observe({ kind: 'live-drop' }),
    );
    listener.after = place;
    this.listeners.add(listener);
    for (const interest of interests) this.groups.add(interest, listener);
    return ok(listener);
  }

  private forget(listener: Listener): void {
    this.listeners.delete(listener);
    for (const interest of listener.interests) this.groups.remove(interest, listener);
  }

  private beatAll(): void {
    const texts = new Map<number, string>();
    for (const listener of this.listeners) {
      const upTo = Math.min(listener.toldUpTo(), Math.max(listener.after, this.reader.cursor ?? 0));
      const text = texts.get(upTo) ?? this.positions.write(upTo);
      texts.set(upTo, text);
      listener.beat(text);
    }
  }
}

interface Entering {
  readonly interests: readonly ListenerInterest[];
  readonly caller: string;
}

const loading =
  (dependencies: EventDependencies & Pick<LiveDependencies, 'log'>): LoadSeen<LiveGroup<Listener>> =>
  (group) =>
    loadSeen(dependencies, group).catch((error: unknown) => {
      dependencies.log.error('what listeners can see cannot be read', { error });
      return err(overloaded);
    });

async function allLoaded({ interests }: Listener): Promise<Result<null>> {
  for (const { group } of interests) {
    const loaded = await group.loaded;
    if (!loaded.ok) return loaded;
  }
  return ok(null);
}

const tooManyOfCaller = failure('POLICY.TOO_MANY', reason('listeners.tooMany'), {
  retryAfterMs: 10_000,
});
const tooMany = failure('STORE.OVERLOADED', reason('listeners.full'));
