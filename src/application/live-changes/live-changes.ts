import type { Failure } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Query } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { Document } from '../ports/document-store.js';
import type { LoggedChange } from '../ports/change-log.js';

/** What a listener gets. It goes on after `position` when it comes again. */
export type LiveEvent =
  | {
      readonly kind: 'change';
      readonly position: string;
      readonly action: LoggedChange['action'];
      readonly type: Uid;
      readonly documentId: string;
      readonly locale: string | null;
      /** The version as the listener may read it now. */
      readonly document: Document;
    }
  /** The listener could see the version before, and cannot any more, or it does not match their filters any more. */
  | {
      readonly kind: 'leave';
      readonly position: string;
      readonly type: Uid;
      readonly documentId: string;
      /** Null: of a type without locales, or in all locales. */
      readonly locale: string | null;
    }
  /** Changes were left out: what the listener has must be read anew. */
  | { readonly kind: 'reset'; readonly position: string };

/** Where the events of a listener go. */
export interface LiveReceiver {
  /** Returns false if the receiver takes nothing more, which ends the listener. */
  send(event: LiveEvent): boolean;
  /** Whether the client has read nearly all that was sent. */
  hasRoom(): boolean;
  /** Called now and then. Everything up to `position` has been sent. */
  beat(position: string): boolean;
  /** Called once, unless the receiver has ended by itself; null: the server stops, or is too busy. */
  end(failure: Failure | null): void;
}

/** The changes of one type that a listener wants. */
export interface LiveInterest {
  /** Its sort and range do not matter. */
  readonly query: Query;
  /** Interests in a type with the same credential are judged alike. */
  readonly credential: string;
  /** Judges again who listens: a principal that may read the type, or the failure that ends the listener. */
  judge(): Promise<Result<Principal>>;
}

export interface LiveRequest {
  readonly interests: readonly LiveInterest[];
  /** The position of the last event that the client has; undefined: from now on. */
  readonly after: string | undefined;
}

export interface LiveChanges {
  /**
   * Judges and plans every interest. Fails as a read of the same query does, with `POLICY.TOO_MANY` if the caller has too
   * many listeners, and with `STORE.OVERLOADED` if all have. Else calls `begin`, which returns the receiver, and returns a
   * function that ends the listener.
   */
  listen(request: LiveRequest, begin: () => LiveReceiver): Promise<Result<() => void>>;
  start(): void;
  /** Ends every listener. */
  stop(): void;
}

export interface LiveLimits {
  /** Of this process. */
  readonly maxListeners: number;
  /** Of one user, token or address. */
  readonly maxListenersPerCaller: number;
}

export const defaultLiveLimits: LiveLimits = { maxListeners: 5_000, maxListenersPerCaller: 100 };
