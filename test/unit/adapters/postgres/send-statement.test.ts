import { expect } from 'chai';
import { Writable } from 'node:stream';
import type { ClientBase } from 'pg';
import { createObservations } from '../../../../src/application/observations/create-observations.js';
import { send, StatementNames } from '../../../../src/adapters/store/postgres/send-statement.js';

describe('names of prepared statements', () => {
  it('a statement gets a name at its second use, and keeps it', () => {
    const names = new StatementNames();
    expect([1, 2, 3].map(() => names.nameFor('a'))).to.deep.equal([undefined, 'quire_1', 'quire_1']);
  });

  it('there are never more names than the maximum: the one that was used longest ago is taken back', () => {
    const names = new StatementNames(2);
    for (const text of ['a', 'b', 'a', 'b', 'a', 'c', 'c']) names.nameFor(text);
    expect(['a', 'c', 'b', 'b'].map((text) => names.nameFor(text))).to.deep.equal([
      'quire_1',
      'quire_3',
      undefined,
      'quire_4',
    ]);
  });

  it('texts that are not used again are forgotten', () => {
    const names = new StatementNames(10, 2);
    for (const text of ['a', 'b', 'c']) names.nameFor(text);
    expect(names.nameFor('a')).to.equal(undefined);
  });
});

describe('statements that are sent in one turn', () => {
  it('are written to the socket together', async () => {
    const writes: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => (writes.push(String(chunk)), done()),
      writev: (chunks, done) => (writes.push(chunks.map(({ chunk }) => String(chunk)).join(' ')), done()),
    });
    const query = async ({ text }: { readonly text: string }) => (stream.write(text), { rows: [] });
    const client = { connection: { stream }, query } as unknown as ClientBase;
    const sending = { names: null, observations: createObservations([]) };
    await Promise.all(['a', 'b'].map((text) => send(client, sending, { text })));
    await send(client, sending, { text: 'c' });
    await new Promise(setImmediate);
    expect(writes).to.deep.equal(['a b', 'c']);
  });
});
