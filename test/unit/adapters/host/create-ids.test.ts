import { expect } from 'chai';
import { createIds } from '../../../../src/adapters/host/create-ids.js';

describe('ids', () => {
  it('are 24 lower-case letters and digits, the first a letter, and never the same', () => {
    const ids = createIds();
    const made = Array.from({ length: 20_000 }, () => ids.documentId());
    for (const id of made) expect(id).to.match(/^[a-z][a-z0-9]{23}$/);
    expect(new Set(made).size).to.equal(made.length);
  });

  it('use every character about equally often', () => {
    const ids = createIds();
    const counts = new Map<string, number>();
    for (let n = 0; n < 20_000; n++) {
      for (const character of ids.documentId().slice(1))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    // 12,778 of each are expected, with a deviation of 111; a remainder of 256 would favour four of them by 14 %.
    expect(counts.size).to.equal(36);
    for (const count of counts.values()) expect(count).to.be.within(12_000, 13_600);
  });
});
