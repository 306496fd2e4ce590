import { createQuestion } from './question.js';

let typedAt = -Infinity;
// Not all that is typed comes from a key: dictation and the keyboards of phones insert words.
for (const event of ['keydown', 'input'])
  addEventListener(event, () => void (typedAt = performance.now()), true);

const restMs = 700;

/** What somebody types must not go on in a question that takes the focus. */
async function typingEnds(): Promise<void> {
  for (;;) {
    const leftMs = typedAt + restMs - performance.now();
    if (leftMs <= 0) return;
    await new Promise((resolve) => window.setTimeout(resolve, leftMs));
  }
}

/** Asks for the password or a code once more, before rights change. */
export const proof = createQuestion();

/** Asks to sign in again, when the sign-in has ended while the page is open. Requests that nobody waits for find that out too. */
export const signIn = createQuestion(typingEnds);
