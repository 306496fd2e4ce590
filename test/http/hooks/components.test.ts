import { expect } from 'chai';
import type { HookEvent } from '../../../src/adapters/app-code/hooks/hook-registry.js';
import { textOf } from '../../../src/domain/document/text-of.js';
import type { Json } from '../../../src/domain/schema/schema.js';
import { contentType, drafts } from '../../schema-builders.js';
import { serveApp, type ServedApp } from '../served-app.js';

const book = 'api::book.book';
const chapter = 'parts.chapter';

type Item = Record<string, unknown>;

/** What Strapi 5.54 was observed to do, but for the place of the `after` hooks. */
describe('the hooks of components', () => {
  let served: ServedApp;
  let token: { readonly token: string };
  let events: string[];
  let stops: (() => void)[];
  before(async () => {
    const bookType = contentType(
      'book',
      'books',
      {
        title: { type: 'string' },
        chapters: { type: 'component', component: chapter, repeatable: true },
        cover: { type: 'component', component: 'parts.note' },
        extras: { type: 'dynamiczone', components: ['parts.note', chapter] },
      },
      drafts,
    );
    served = await serveApp({
      [bookType.file]: bookType.definition,
      'src/components/parts/chapter.json': {
        info: { displayName: 'Chapter' },
        attributes: {
          heading: { type: 'string' },
          pages: { type: 'integer' },
          notes: { type: 'component', component: 'parts.note', repeatable: true },
        },
      },
      'src/components/parts/note.json': {
        info: { displayName: 'Note' },
        attributes: { mark: { type: 'string' } },
      },
      'src/components/parts/note.js': `module.exports = { lifecycles: {
        beforeCreate({ params }) { if (params.data.mark === 'trim ') params.data.mark = 'trim'; },
      } };`,
    });
    token = await served.app.access.createToken({ name: 'all', access: 'full-access' });
  });
  beforeEach(() => {
    events = [];
    stops = [];
  });
  afterEach(() => stops.forEach((stop) => stop()));
  after(() => served.stop());

  const on = (hooks: Readonly<Record<string, (event: HookEvent) => unknown>>): void =>
    void stops.push(served.app.db.lifecycles.subscribe({ models: [chapter], ...hooks }));
  /** Collects events from here on. */
  const observe = (): void => {
    const name = ({ model, params, result }: HookEvent): string => {
      const { heading, mark, title } = { ...(params.data as Item), ...(result as Item) };
      return textOf((heading ?? mark ?? title ?? '') as Json) || `of a ${model.singularName}`;
    };
    stops.push(
      served.app.db.lifecycles.subscribe((event) => {
        if (!/Find|Count/.test(event.action)) events.push(`${event.action} ${name(event)}`);
      }),
    );
  };
  const populate = { chapters: { populate: ['notes'] }, cover: true, extras: true };
  const create = (data: Item) => served.app.documents(book).create({ data, populate });
  const chaptersOf = (document: Item | null): readonly Item[] => (document?.['chapters'] ?? []) as Item[];

  it('run for each item, the inner ones first, and before those of the document', async () => {
    observe();
    await create({
      title: 'b',
      chapters: [{ heading: 'one', notes: [{ mark: '*' }] }, { heading: 'two' }],
    });
    expect(events).to.deep.equal([
      'beforeCreate *',
      'beforeCreate one',
      'beforeCreate two',
      'beforeCreate b',
      'afterCreate *',
      'afterCreate one',
      'afterCreate two',
      'afterCreate b',
    ]);
  });

  it('change what is written, in lists, zones and single components', async () => {
    on({ beforeCreate: ({ params }) => void ((params.data as Item)['pages'] = 7) });
    const made = await create({
      chapters: [{ heading: 'one', notes: [{ mark: 'trim ' }] }],
      cover: { mark: 'trim ' },
      extras: [
        { __component: chapter, heading: 'zone' },
        { __component: 'parts.note', mark: 'n' },
      ],
    });
    expect(chaptersOf(made)[0]).to.deep.include({ heading: 'one', pages: 7 });
    expect(made).to.have.nested.property('chapters[0].notes[0].mark', 'trim');
    expect(made).to.have.nested.property('cover.mark', 'trim');
    expect((made['extras'] as Item[])[0]).to.include({ __component: chapter, heading: 'zone', pages: 7 });
  });

  it('have the model, the state, and the stored item as result', async () => {
    const seen: Item[] = [];
    on({
      beforeCreate: ({ state }) => void (state['kept'] = 1),
      afterCreate: ({ model, result, state }) => void seen.push({ model: model.uid, result, state }),
    });
    const made = await create({ chapters: [{ heading: 'one' }] });
    const { id } = chaptersOf(made)[0] as { readonly id: number };
    const result = { id, heading: 'one', pages: null, notes: [] };
    expect(seen).to.deep.equal([{ model: chapter, result, state: { kept: 1 } }]);
  });

  it('tell kept items from new ones and from those that are left out', async () => {
    const { documentId, ...made } = await create({
      title: 'b',
      chapters: [{ heading: 'one', notes: [{ mark: '*' }] }, { heading: 'two' }],
    });
    const [, two] = chaptersOf(made);
    observe();
    on({ beforeUpdate: ({ params }) => void expect(params['where']).to.deep.equal({ id: two?.['id'] }) });
    const chapters = [{ id: two?.['id'], heading: 'two!' }, { heading: 'three' }];
    const update = { documentId: textOf(documentId), data: { chapters } };
    const after = await served.app.documents(book).update({ ...update, populate });
    expect(events).to.deep.equal([
      'beforeDelete of a note',
      'afterDelete *',
      'beforeDelete of a chapter',
      'afterDelete one',
      'beforeUpdate two!',
      'beforeCreate three',
      'beforeUpdate of a book',
      'afterUpdate two!',
      'afterCreate three',
      'afterUpdate b',
    ]);
    expect(chaptersOf(after)[0]).to.include({ id: two?.['id'], heading: 'two!' });
    events = [];
    await served.app.documents(book).update({ documentId: textOf(documentId), data: { title: 'c' } });
    expect(events).to.deep.equal(['beforeUpdate c', 'afterUpdate c']);
  });

  it('run again where a document is published, and for each row where it is removed', async () => {
    const { documentId } = await create({
      title: 'b',
      chapters: [{ heading: 'one', notes: [{ mark: '*' }] }],
    });
    on({
      beforeCreate: ({ params }) => {
        const data = params.data as Item;
        data['heading'] = `${textOf(data['heading'] as Json)}!`;
      },
    });
    observe();
    const id = textOf(documentId);
    const published = await served.app.documents(book).publish({ documentId: id });
    expect(events).to.deep.equal([
      'beforeCreate *',
      'beforeCreate one!',
      'beforeCreate b',
      'afterCreate *',
      'afterCreate one!',
      'afterCreate b',
    ]);
    expect(published.entries).to.have.length(1);
    const read = (status: 'draft' | 'published') =>
      served.app.documents(book).findOne({ documentId: id, status, populate });
    expect(chaptersOf(await read('published'))[0]).to.have.nested.property('notes[0].mark', '*');
    expect(chaptersOf(await read('published'))[0]).to.include({ heading: 'one!' });
    expect(chaptersOf(await read('draft'))[0]).to.include({ heading: 'one' });
    events = [];
    await served.app.documents(book).delete({ documentId: id });
    const ofItems = (heading: string): readonly string[] => [
      'afterDelete b',
      'beforeDelete of a chapter',
      'afterDelete ' + heading,
    ];
    expect(events.filter((event) => !/note|\*/.test(event))).to.deep.equal([
      'beforeDelete of a book',
      'beforeDelete of a book',
      ...ofItems('one'),
      ...ofItems('one!'),
    ]);
  });

  it('take the whole write back when they throw', async () => {
    on({
      afterCreate: () => {
        throw new Error('no chapters today');
      },
    });
    const { status } = await served.rest(token, 'POST', '/books', {
      data: { title: 'lost', chapters: [{ heading: 'one' }] },
    });
    expect(status).to.equal(500);
    expect(await served.app.documents(book).findFirst({ filters: { title: 'lost' } })).to.equal(null);
  });
});
