import { randomFillSync } from 'node:crypto';
import type { Ids } from '../../application/ports/ids.js';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const lettersAndDigits = `${letters}0123456789`;

/** Random documentIds: there are 4.6 · 10^36, so collisions are not checked. */
export function createIds(): Ids {
  const nextByte = createByteSource();
  const pick = (alphabet: string): string => {
    // Bytes from here on are skipped: their remainders would favour the first characters.
    const fair = 256 - (256 % alphabet.length);
    let byte = nextByte();
    while (byte >= fair) byte = nextByte();
    return alphabet.charAt(byte % alphabet.length);
  };
  return {
    documentId: () => {
      let id = pick(letters);
      while (id.length < 24) id += pick(lettersAndDigits);
      return id;
    },
  };
}

/** Reads a kilobyte at a time: a system call for each byte would cost more than the rest of the id. */
function createByteSource(): () => number {
  const pool = new Uint8Array(1024);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    return pool[used++] ?? 0;
  };
}
