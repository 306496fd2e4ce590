import { randomFillSync } from 'node:crypto';
import type { Ids } from '../../application/ports/ids.js';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const lettersAndDigits = `${letters}0123456789`;

/** documentIds from the host's cryptographic randomness: 4.6 · 10^36 of them, so a collision needs no check. */
export function createIds(): Ids {
  const nextByte = createByteSource();
  const pick = (alphabet: string): string => {
    // A remainder would favour the first characters, so bytes past the last whole multiple are thrown away.
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

/** Asking the system for each byte costs more than the whole id; a kilobyte at a time costs next to nothing. */
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
