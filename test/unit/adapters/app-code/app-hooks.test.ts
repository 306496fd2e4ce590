import { expect } from 'chai';
import { createAppHooks } from '../../../../src/adapters/app-code/hooks/create-app-hooks.js';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { createDocuments } from '../../../../src/application/documents/documents.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import type { Result } from '../../../../src/domain/result.js';
import { component, contentType, schemaFrom } from '../../../schema-builders.js';

const note = 'api::note.note';

describe('the limits of hooks', () => {
  const schema = schemaFrom({
    contentTypes: [contentType('note', 'notes', { title: { type: 'string' } })],
    components: [component('meta.seo', { title: { type: 'string' } })],
  });
  const open = (hookMs: number) => {
    const store = createMemoryStore({ schema });
    const lines: string[] = [];
    const say = (message: string) => void lines.push(message);
    const log = { debug: say, info: say, warn: say, error: say };
    const hooks = createAppHooks({ schema, units: store.units, log, limits: { hookMs, depth: 4 } });
    let count = 0;
    const documents = createDocuments({
      schema,
      store: store.documents,
      clock: { now: () => new Date().toISOString() },
      ids: { documentId: () => `document${++count}` },
      passwords: { hash: async (text) => text },
      hooked: { hooks, units: store.units },
    });
    const create = (title: string) =>
      documents.create(systemPrincipal, {
        kind: 'create',
        type: note,
        layer: 'published',
        data: { title },
        answer: {},
      });
    const titles = async () => {
      const query = {
        type: note,
        action: 'find',
        range: { offset: 0, limit: 9 },
        count: false,
        layer: 'published',
      } as const;
      const found = await documents.find(systemPrincipal, query);
      return found.ok ? found.value.answer.documents().map(({ title }) => title) : [];
    };
    return { hooks, create, titles, lines };
  };

  it('a hook that never ends is named, and its transaction taken back with what it still writes', async () => {
    const { hooks, create, titles } = open(50);
    let late: Promise<Result<unknown>> | undefined;
    hooks.subscribe({
      models: [note],
      afterCreate: async () => {
        await new Promise((resolve) => setTimeout(resolve, 80));
        late = create('late');
        await late;
      },
    });
    const thrown = await create('a').catch((error: unknown) => error);
    expect((thrown as Error).message).to.equal(
      'afterCreate of api::note.note (a subscriber) did not end within 0.05 s',
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const refused = await late;
    expect(refused?.ok === false && refused.failure.message).to.include('its transaction was taken back');
    expect(await titles()).to.deep.equal([]);
  });

  it('hooks that cause each other end at a depth, and nothing is written', async () => {
    const { hooks, create, titles } = open(5_000);
    hooks.subscribe({ models: [note], beforeCreate: () => create('again') });
    const thrown = await create('a').catch((error: unknown) => error);
    expect((thrown as Error).message).to.equal(
      'Hooks cause each other, more than 4 deep: beforeCreate of api::note.note (a subscriber)',
    );
    expect(await titles()).to.deep.equal([]);
  });

  it('what a hook does not await does not keep the write open', async () => {
    const { hooks, create, titles } = open(5_000);
    let later: Promise<unknown> | undefined;
    hooks.subscribe({
      models: [note],
      afterCreate: ({ result }: { result?: unknown }) => {
        if ((result as { title: string }).title !== 'a') return;
        later = new Promise((resolve) => setTimeout(resolve, 20)).then(() => create('later'));
      },
    });
    await create('a');
    expect(await titles()).to.deep.equal(['a']);
    await later;
    expect(await titles()).to.deep.equal(['a', 'later']);
  });

  it('faulty files and subscribers are named', () => {
    const { hooks, lines } = open(5_000);
    const file = 'src/api/note/content-types/note/lifecycles.js';
    expect(() => hooks.load(new Map([[note, { file, value: () => {} }]]))).to.throw(
      `${file}: must export an object`,
    );
    hooks.load(new Map([[note, { file, value: { beforeCreat() {} } }]]));
    expect(lines.join()).to.include(`${file}: beforeCreat never runs`);
    hooks.subscribe({ models: ['admin::user'], beforeCreate() {} });
    expect(lines.join()).to.include('there is no model admin::user');
    expect(() => hooks.subscribe(7 as never)).to.throw('takes a function');
  });
});
