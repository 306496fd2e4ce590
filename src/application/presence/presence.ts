import type { Result } from '../../domain/result.js';
import type { Clock } from '../ports/clock.js';
import type { KeptValue, KeyValueStore } from '../ports/key-value-store.js';
import type { Log } from '../ports/log.js';

/** Somebody who is in an entry. */
export interface Visitor {
  readonly documentId: string;
  readonly name: string;
  /** The attribute that they are in; null: none, or it is not known. */
  readonly field: string | null;
}

/** Who is in which entries, on all servers of one database. */
export interface Presence {
  /**
   * Says that `visitor` is in the entry `place`, and tells who the others are: soon, and whenever that changes. Returns a
   * function that ends the visit; it is forgotten a moment later, so that a visitor who comes again at once never left. Of
   * somebody with several visits the newest says in which field they are.
   */
  enter(place: string, visitor: Visitor, tell: (others: readonly Visitor[]) => void): () => void;
  /** Ends all visits of this server. */
  stop(): Promise<void>;
}

/** In milliseconds. */
interface PresenceTimes {
  /** Between two looks at the lists of other servers. */
  readonly pollMs: number;
  /** A list that its server has not renewed for so long is not read. */
  readonly leaseMs: number;
  readonly renewMs: number;
  /** How long a visit that has ended is kept. */
  readonly graceMs: number;
}

const usualTimes: PresenceTimes = { pollMs: 1_000, leaseMs: 20_000, renewMs: 8_000, graceMs: 3_000 };

interface PresenceDependencies {
  readonly values: Pick<KeyValueStore, 'set' | 'remove' | 'all'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The keys of the lists begin with it. */
export const presencePrefix = 'quire presence ';

/** What a list has of a visit: the entry, who is there and in which field, and since when; milliseconds. */
type Listed = readonly [place: string, documentId: string, name: string, field: string | null, since: number];

/** Servers of an earlier release list neither field nor time. */
type Found = Listed | readonly [place: string, documentId: string, name: string];

interface Visit {
  readonly place: string;
  readonly visitor: Visitor;
  readonly tell: (others: readonly Visitor[]) => void;
  readonly since: number;
  told: string | null;
  /** When it is forgotten; null: it goes on. */
  until: number | null;
}

/** `server` names this process. Nothing is read or written while nobody visits. */
export const createPresence = (
  dependencies: PresenceDependencies,
  server: string,
  times: PresenceTimes = usualTimes,
): Presence => new Visits(dependencies, presencePrefix + server, times);

class Visits implements Presence {
  private readonly visits = new Set<Visit>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  /** The list as it was written last, and when it has to be written again; milliseconds. */
  private written = { text: '[]', renewAt: 0 };
  private isStopped = false;

  constructor(
    private readonly dependencies: PresenceDependencies,
    private readonly key: string,
    private readonly times: PresenceTimes,
  ) {}

  enter(place: string, visitor: Visitor, tell: Visit['tell']): () => void {
    const visit: Visit = { place, visitor, tell, since: this.now(), told: null, until: null };
    if (this.isStopped) return () => {};
    this.visits.add(visit);
    this.wake(0);
    return () => {
      visit.until ??= this.now() + this.times.graceMs;
    };
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
    if (this.written.text !== '[]') await this.tried(this.dependencies.values.remove(this.key));
  }

  private now(): number {
    return Date.parse(this.dependencies.clock.now());
  }

  private wake(ms: number): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.running = this.running.then(() => this.round()).catch((error: unknown) => this.failed(error));
    }, ms).unref();
  }

  private async round(): Promise<void> {
    const now = this.now();
    for (const visit of this.visits)
      if (visit.until !== null && visit.until <= now) this.visits.delete(visit);
    await this.write(now);
    if (this.visits.size === 0) return;
    this.wake(this.times.pollMs);
    const lists = await this.tried(this.dependencies.values.all(presencePrefix));
    if (lists.ok) await this.tell(lists.value, now);
  }

  /** For example for a list that another release of Quire has written. */
  private failed(error: unknown): void {
    this.dependencies.log.warn('presence is not told', { error });
  }

  private async write(now: number): Promise<void> {
    const { values } = this.dependencies;
    const listed = [...this.visits].map(({ place, visitor, since }): Listed => [
      place,
      visitor.documentId,
      visitor.name,
      visitor.field,
      since,
    ]);
    const text = JSON.stringify(listed);
    const isDue = listed.length > 0 && now >= this.written.renewAt;
    if (text === this.written.text && !isDue) return;
    const until = new Date(now + this.times.leaseMs).toISOString();
    const writing =
      listed.length === 0 ? values.remove(this.key) : values.set(this.key, { until, visits: listed });
    if ((await this.tried(writing)).ok) this.written = { text, renewAt: now + this.times.renewMs };
  }

  private async tell(lists: readonly KeptValue[], now: number): Promise<void> {
    const found: Found[] = [];
    for (const { key, value } of lists) {
      const { until, visits } = value as unknown as {
        readonly until: string;
        readonly visits: readonly Found[];
      };
      const left = Date.parse(until) - now;
      if (left > 0) found.push(...visits);
      // Its server has ended without a word.
      else if (left < -3 * this.times.leaseMs) await this.tried(this.dependencies.values.remove(key));
    }
    for (const visit of this.visits) {
      if (visit.until !== null) continue;
      const others = othersIn(found, visit);
      const text = JSON.stringify(others);
      if (text === visit.told) continue;
      visit.told = text;
      visit.tell(others);
    }
  }

  /** What fails is tried again. */
  private async tried<T>(asking: Promise<Result<T>>): Promise<Result<T>> {
    const answer = await asking;
    if (!answer.ok) this.dependencies.log.debug(`presence is not told: ${answer.failure.message}`);
    return answer;
  }
}

/** Everybody else in the entry, each once, by name. */
function othersIn(found: readonly Found[], { place, visitor }: Visit): readonly Visitor[] {
  const others = new Map<string, Visitor>();
  const there = found.filter(([at, documentId]) => at === place && documentId !== visitor.documentId);
  for (const [, documentId, name, field] of there.toSorted((one, other) => (one[4] ?? 0) - (other[4] ?? 0)))
    others.set(documentId, { documentId, name, field: field ?? null });
  return [...others.values()].toSorted((one, other) => one.name.localeCompare(other.name));
}
