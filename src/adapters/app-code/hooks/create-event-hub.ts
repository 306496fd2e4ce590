import type { Log } from '../../../application/ports/log.js';

export type Listener = (payload: unknown) => unknown;
export type HubSubscriber = (name: string, payload: unknown) => unknown;

/** `strapi.eventHub`: events of entries and files after their commit, and names of the app's own. */
export interface EventHub {
  on(name: string, listener: Listener): () => void;
  once(name: string, listener: Listener): () => void;
  off(name: string, listener: Listener): void;
  /** Resolves when all listeners have ended. What they throw is logged. */
  emit(name: string, payload?: unknown): Promise<void>;
  /** Gets every event. Returns what ends it. */
  subscribe(subscriber: HubSubscriber): () => void;
  unsubscribe(subscriber: HubSubscriber): void;
}

export interface ServerEventHub extends EventHub {
  /** Whether anybody listens to one of these. */
  hears(...names: readonly string[]): boolean;
}

export function createEventHub(log: Log): ServerEventHub {
  const listeners = new Map<string, Set<Listener>>();
  const subscribers = new Set<HubSubscriber>();
  const call = async (name: string, work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error(`a listener of ${name} failed`, { error });
    }
  };
  const hub: ServerEventHub = {
    on(name, listener) {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => hub.off(name, listener);
    },
    once(name, listener) {
      const only: Listener = (payload) => {
        hub.off(name, only);
        return listener(payload);
      };
      return hub.on(name, only);
    },
    off: (name, listener) => void listeners.get(name)?.delete(listener),
    async emit(name, payload) {
      const calls = [
        ...[...subscribers].map((subscriber) => () => subscriber(name, payload)),
        ...[...(listeners.get(name) ?? [])].map((listener) => () => listener(payload)),
      ];
      await Promise.all(calls.map((work) => call(name, work)));
    },
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => hub.unsubscribe(subscriber);
    },
    unsubscribe: (subscriber) => void subscribers.delete(subscriber),
    hears: (...names) => subscribers.size > 0 || names.some((name) => (listeners.get(name)?.size ?? 0) > 0),
  };
  return hub;
}
