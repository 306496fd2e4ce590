import { expect } from 'chai';
import { Writable } from 'node:stream';
import type { ClientBase } from 'pg';
import { createObservations } from '../../../../src/application/observations/create-observations.js';
import { send, StatementNames } from '../../../../src/adapters/store/postgres/send-statement.js';

describe('names of prepared statements', () => {
  it('a statement gets a name at its second use, and keeps it', () => {
    const names = new StatementNames();
    const [first, second, third] = [1, 2, 3].map(() => names.nameFor('a'));
    expect(first).to.equal(undefined);
    expect(second).to.match(/^quire_/);
    expect(third).to.equal(second);
  });

  it('two servers never use the same name, which a pooler could mix up', () => {
    const [one, other] = [new StatementNames(), new StatementNames()].map((names) => {
      names.nameFor('a');
      return names.nameFor('a');
    });
    expect(one).not.to.equal(other);
  });

  it('there are never more names than the maximum: the one that was used longest ago is taken back', () => {
    const names = new StatementNames(2);
    for (const text of ['a', 'b', 'a', 'b', 'a', 'c', 'c']) names.nameFor(text);
    const numbers = ['a', 'c', 'b', 'b'].map((text) => names.nameFor(text)?.split('_').at(-1));
    expect(numbers).to.deep.equal(['1', '3', undefined, '4']);
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
