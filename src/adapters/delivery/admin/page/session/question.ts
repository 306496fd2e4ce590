import { useSyncExternalStore } from 'react';

/** Answers a question: whether what was asked for was given. */
export type Answer = (isGiven: boolean) => void;

export interface Question {
  /** Asks over the page. Requests that need it at the same time wait for the same answer. */
  ask(): Promise<boolean>;
  /** What answers the question; null while it is not asked. */
  useAnswer(): Answer | null;
}

/** Something that requests cannot go on without, such as a password. It is asked for after `before`. */
export function createQuestion(before: () => Promise<void> = async () => {}): Question {
  let asked: Promise<boolean> | null = null;
  let shown: Answer | null = null;
  const listeners = new Set<() => void>();
  const show = (answer: Answer | null): void => {
    shown = answer;
    listeners.forEach((listener) => listener());
  };
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const answered = async (): Promise<boolean> => {
    await before();
    const isGiven = await new Promise<boolean>((resolve) => show(resolve));
    asked = null;
    show(null);
    return isGiven;
  };
  return {
    ask: () => (asked ??= answered()),
    useAnswer: () => useSyncExternalStore(listen, () => shown),
  };
}
