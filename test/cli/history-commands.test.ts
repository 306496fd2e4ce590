import { expect } from 'chai';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { textOf } from '../../src/domain/document/text-of.js';
import { valueOf } from '../contract/world.js';
import { chef, openMemorySession } from './memory-session.js';
import { runInMemory } from './run-in-memory.js';

const note = 'api::note.note';

describe('quire history', () => {
  let session: ReturnType<typeof openMemorySession>;
  let documentId: string;
  let whose: string;

  beforeEach(async () => {
    session = openMemorySession();
    const answer = { fields: ['documentId'] };
    const made = valueOf(
      await session.documents.create(systemPrincipal, {
        kind: 'create',
        type: note,
        layer: 'published',
        data: { title: 'one\u001b[31m' },
        answer,
      }),
    );
    documentId = textOf(made.answer.documents()[0]?.['documentId']);
    valueOf(
      await session.documents.update(systemPrincipal, {
        kind: 'update',
        type: note,
        documentId,
        layer: 'published',
        data: { title: 'two' },
        answer,
      }),
    );
    whose = `${note}:${documentId}`;
  });

  const run = (...argv: readonly string[]) => runInMemory(session, argv);
  const entries = async (): Promise<readonly { readonly id: string }[]> =>
    JSON.parse((await run('history', 'list', whose, '--json')).out) as readonly { readonly id: string }[];

  it('lists the versions of a document, the latest first', async () => {
    const { out, code } = await run('history', 'list', whose);
    expect(code).to.equal(0);
    expect(out.trim().split('\n')).to.have.length(2);
    expect(out.split('\n')[0]).to.match(/ update {2}published .* title$/);
    expect((await run('history', 'list', whose, '--limit', '1')).out.trim().split('\n')).to.have.length(1);
  });

  it('shows a version, and how it differs, without characters that control the terminal', async () => {
    const [latest, first] = await entries();
    const shown = JSON.parse((await run('history', 'show', whose, first?.id ?? '')).out);
    expect(shown).to.deep.include({
      content: { title: 'one\u001b[31m' },
      by: { kind: 'system', name: 'system' },
    });
    const { out } = await run('history', 'diff', whose, first?.id ?? '');
    expect(out).to.equal('title\n- "one\\u001b[31m"\n+ "two"\n');
    expect((await run('history', 'diff', whose, latest?.id ?? '')).notes).to.equal('They are equal.\n');
    const between = await run('history', 'diff', whose, latest?.id ?? '', first?.id ?? '', '--json');
    expect(JSON.parse(between.out)).to.deep.equal([{ name: 'title', from: 'two', to: 'one\u001b[31m' }]);
  });

  it('restores a version as a draft, and what is published stays', async () => {
    const first = (await entries()).at(-1);
    const { code, notes } = await run('history', 'restore', whose, first?.id ?? '');
    expect([code, notes]).to.deep.equal([0, 'Restored.\n']);
    const title = async (layer: 'draft' | 'published') => {
      const query = { type: note, action: 'findOne', documentId, layer, count: false } as const;
      const range = { offset: 0, limit: 1 };
      const found = valueOf(await session.documents.findOne(systemPrincipal, { ...query, range }));
      return found.answer.documents()[0]?.['title'];
    };
    expect([await title('draft'), await title('published')]).to.deep.equal(['one\u001b[31m', 'two']);
  });

  const noEntry = 'There is no such entry in the history of this document (see: quire history list)';
  const wrong: readonly (readonly [message: string, argv: (made: string) => readonly string[]])[] = [
    [`There is no document nobody of ${note}, and no history of one`, () => ['list', `${note}:nobody`]],
    ['There is no content-type api::nothing.nothing', () => ['list', 'api::nothing.nothing:x']],
    ['There is no content-type nothing', () => ['list', 'nothing']],
    [`${note} has many documents: name one by its documentId`, () => ['list', note]],
    [noEntry, (made) => ['show', made, 'no-entry']],
    [noEntry, (made) => ['diff', made, 'no-entry']],
    [noEntry, (made) => ['restore', made, 'no-entry']],
  ];
  for (const [message, argv] of wrong)
    it(`says: ${message}, to ${argv('DOCUMENT').join(' ')}`, async () => {
      const ran = await run('history', ...argv(whose));
      expect(ran).to.deep.equal({ code: 1, out: '', notes: `quire: ${message}\n` });
    });

  it('says that a content-type keeps no history', async () => {
    const made = valueOf(
      await session.documents.create(systemPrincipal, {
        kind: 'create',
        type: chef,
        layer: 'published',
        data: { Name: 'Ada' },
        answer: { fields: ['documentId'] },
      }),
    );
    const id = textOf(made.answer.documents()[0]?.['documentId']);
    for (const argv of [
      ['list', `${chef}:${id}`],
      ['show', `${chef}:${id}`, 'entry'],
    ])
      expect(await run('history', ...argv)).to.deep.equal({
        code: 1,
        out: '',
        notes: `quire: ${chef} keeps no history: see options.history\n`,
      });
  });

  it('refuses a limit of nothing', async () => {
    expect((await run('history', 'list', whose, '--limit', '0')).code).to.equal(2);
  });
});
