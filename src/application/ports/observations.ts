import type { FailureCode } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';

/** What is known of a request; complete once `request-ended` is observed. Times are those of `performance.now()`. */
export interface ObservedRequest {
  /** Unique; in the answer as `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  /** The W3C trace context that the client sent, as it came. */
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
  /** The delivery and, where a content-type is served, its uid and the action. Never a client's text. */
  readonly api: 'rest' | 'graphql' | 'other';
  readonly type: string;
  readonly action: string;
  /** Undefined if nobody was authenticated. */
  readonly caller: Principal['kind'] | undefined;
  readonly beganAt: number;
  /** When the answer was ready to be sent. */
  readonly endedAt: number;
  /** The status of the answer; 499 if the client was gone before there was one. */
  readonly status: number;
  /** The estimated cost of its plans. */
  readonly cost: number;
  /** The first plans; others are only in `cost` and `planMs`. */
  readonly plans: readonly ReadPlan[];
  readonly planMs: number;
  /** How long it waited for its turn (docs/overload.md). */
  readonly queueMs: number;
  readonly storeMs: number;
  /** The last code with which a part of it was refused. */
  readonly refusal: FailureCode | undefined;
  /** What the observer that follows the request's context keeps with it. */
  context: unknown;
}

export type DatabaseSystem = 'postgresql' | 'mongodb';

/** What happens in the server. None has a value that a client or a document holds. */
export type Observation =
  | { readonly kind: 'request-began' | 'request-ended'; readonly request: ObservedRequest }
  | {
      readonly kind: 'plan';
      readonly request: ObservedRequest;
      readonly plan: ReadPlan;
      readonly beganAt: number;
      readonly endedAt: number;
    }
  | {
      readonly kind: 'statement';
      readonly system: DatabaseSystem;
      /** SQL with placeholders, or the name of a command and its collection. */
      readonly text: string;
      readonly beganAt: number;
      readonly endedAt: number;
      /** The database's code; absent if it succeeded. */
      readonly error?: string;
    }
  /** A write is repeated after it has lost a race. */
  | { readonly kind: 'retry'; readonly system: DatabaseSystem }
  | { readonly kind: 'refusal'; readonly code: FailureCode; readonly by: 'gate' | 'application' }
  /** A follower of the change log, whose name is from code, has handled entries, or failed to. */
  | {
      readonly kind: 'follower-step';
      readonly name: string;
      readonly outcome: 'handled' | 'failed' | 'set-aside';
      readonly entries: number;
    }
  /** Listeners to live changes were sent events, each once for all listeners that it is the same for. */
  | { readonly kind: 'live-events'; readonly events: number }
  /** A listener was ended because it did not read. */
  | { readonly kind: 'live-drop' }
  /** A read where answers are kept: answered from memory, by the store, or one that is never kept (docs/read-cache.md). */
  | { readonly kind: 'cached-read'; readonly outcome: 'hit' | 'miss' | 'passed' }
  /** A read that a replica might answer was answered by one, or by the primary, or by that after a replica had failed to. */
  | { readonly kind: 'replica-read'; readonly by: 'replica' | 'primary' | 'primary-after-replica' }
  | State;

/** What holds at a moment, rather than what happens. */
export type State =
  | {
      readonly kind: 'pool';
      readonly system: DatabaseSystem;
      readonly used: number;
      readonly idle: number;
      /** Calls that wait for a connection. */
      readonly waiting: number;
    }
  /** Listeners to live changes; those of a group have the same reads. */
  | { readonly kind: 'live-changes'; readonly listeners: number; readonly groups: number }
  /** Open WebSockets of subscriptions. */
  | { readonly kind: 'web-sockets'; readonly open: number }
  /** Kept answers, and the memory that they take. */
  | { readonly kind: 'read-cache'; readonly answers: number; readonly bytes: number }
  /** A replica, by its place in the settings; how old its content is at most, if that is known. */
  | {
      readonly kind: 'replica';
      readonly number: number;
      readonly isUsed: boolean;
      readonly lagMs: number | null;
    }
  | { readonly kind: 'admission'; readonly running: number; readonly waiting: number }
  | {
      readonly kind: 'follower';
      readonly name: string;
      /** Whether this server works for it. */
      readonly isActive: boolean;
      /** The age of the oldest entry that is not handled. */
      readonly lagMs: number;
    };

export type ObservationKind = Observation['kind'];

/** Receives observations of the kinds that it names. Must not throw, and must not wait for anything. */
export interface Observer {
  readonly kinds: readonly ObservationKind[];
  observe(observation: Observation): void;
  /** Runs the rest of a request, for observers that connect what happens in it. */
  within?(request: ObservedRequest, work: () => void): void;
}

/** The one stream of observations; the log of requests, metrics and traces are its observers. */
export interface Observations {
  /** Whether this kind has an observer. Other kinds need not be measured. */
  has(kind: ObservationKind): boolean;
  observe(observation: Observation): void;
  /** Runs the rest of a request, so that what it does is connected with it. */
  within(request: ObservedRequest, work: () => void): void;
  /** Adds a source of the present state, such as a pool. */
  addSource(read: () => State): void;
  /** Reads all sources. */
  state(): readonly State[];
}
