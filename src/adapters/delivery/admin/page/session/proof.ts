import { useSyncExternalStore } from 'react';

/** Answers a question for the password or a code: whether it was given. */
export type AnswerProof = (isGiven: boolean) => void;

let asked: { readonly answered: Promise<boolean>; readonly answer: AnswerProof } | null = null;
const listeners = new Set<() => void>();

/** Asks for a proof over the page. Requests that need one at the same time wait for the same answer. */
export function askProof(): Promise<boolean> {
  if (asked !== null) return asked.answered;
  let answer: AnswerProof = () => {};
  const answered = new Promise<boolean>((resolve) => {
    answer = (isGiven) => {
      asked = null;
      tell();
      resolve(isGiven);
    };
  });
  asked = { answered, answer };
  tell();
  return answered;
}

const tell = (): void => listeners.forEach((listener) => listener());

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What answers the question; null while none is asked. */
export const useProofAsked = (): AnswerProof | null =>
  useSyncExternalStore(listen, () => asked?.answer ?? null);
