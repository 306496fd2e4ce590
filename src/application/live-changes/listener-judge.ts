import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { Log } from '../ports/log.js';
import type { ChangeTeller } from './change-teller.js';
import { eachAtOnce } from './each-at-once.js';
import type { Listener, ListenerInterest } from './listener.js';
import type { ListenerGroups } from './listener-groups.js';
import type { LiveReader } from './live-reader.js';

interface JudgeDependencies {
  readonly listeners: ReadonlySet<Listener>;
  readonly groups: ListenerGroups;
  readonly reader: LiveReader;
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
    if (verdict.ok) this.move(interest, listener, verdict.value);
    // A failure of the database must not end listeners.
    else if (verdict.failure.code.startsWith('POLICY.')) listener.end(verdict.failure);
  }

  private move(interest: ListenerInterest, listener: Listener, principal: Principal): void {
    const { groups, reader, teller } = this.dependencies;
    const { waiting } = interest.group;
    const isMoved = groups.move(interest, listener, principal);
    // The new group may have been told of what the former one has not.
    if (isMoved && (waiting.length > 0 || reader.isDispatching)) teller.reset(listener);
  }
}
