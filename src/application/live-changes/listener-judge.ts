import type { Failure } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { Documents } from '../documents/use-cases.js';
import type { Log } from '../ports/log.js';
import type { ChangeTeller } from './change-teller.js';
import { eachAtOnce } from './each-at-once.js';
import type { Listener, ListenerInterest } from './listener.js';
import type { ListenerGroups } from './listener-groups.js';
import { isExpensive } from './live-events.js';

interface JudgeDependencies {
  readonly listeners: ReadonlySet<Listener>;
  readonly groups: ListenerGroups;
  readonly documents: Pick<Documents, 'find'>;
  readonly longCost: number;
  readonly teller: ChangeTeller;
  readonly log: Log;
}

/** Each takes a round trip to the database, unless another listener has the same credential. */
const judgedAtOnce = 4;

/** Ends listeners that may no longer read, and gives others their new grants. */
export class ListenerJudge {
  private isJudging = false;

  constructor(private readonly dependencies: JudgeDependencies) {}

  async judgeAll(): Promise<void> {
    if (this.isJudging) return;
    this.isJudging = true;
    try {
      const verdicts = new Map<string, Promise<Result<Principal>>>();
      await eachAtOnce(this.dependencies.listeners, judgedAtOnce, async (listener) => {
        for (const interest of listener.interests) await this.judge(listener, interest, verdicts);
      });
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
    if (!verdict.ok) this.refuse(listener, verdict.failure);
    else if (!this.dependencies.groups.isOf(interest, verdict.value))
      await this.move(interest, listener, verdict.value);
  }

  /** A failure of the database must not end listeners. */
  private refuse(listener: Listener, failure: Failure): void {
    if (!failure.code.startsWith('STORE.')) listener.end(failure);
  }

  private async move(interest: ListenerInterest, listener: Listener, principal: Principal): Promise<void> {
    const { groups, teller } = this.dependencies;
    const expensive = await isExpensive(this.dependencies, principal, interest.wanted.query);
    if (listener.isEnded) return;
    if (!expensive.ok) return this.refuse(listener, expensive.failure);
    const { waiting } = interest.group;
    groups.move(interest, listener, { principal, isExpensive: expensive.value });
    // The new group may have been told of what the former one has not.
    if (waiting.length > 0) teller.reset(listener);
  }
}
