import { expect } from 'chai';
import { textOf } from '../../../src/domain/document/text-of.js';
import type { Document } from '../../../src/application/ports/document-store.js';
import type { ServedApp } from '../served-app.js';
import { page, serveHooked } from './hooked-app.js';

/** What code of the app registers, without changing anything. */
const registrations: Readonly<Record<string, (served: ServedApp) => void>> = {
  'a document middleware': ({ app }) => app.documents.use((_context, next) => next()),
  'hooks of rows': ({ app }) =>
    void app.db.lifecycles.subscribe({ models: [page], afterCreate() {}, beforeFindMany() {} }),
  'a listener of events': ({ app }) => void app.eventHub.subscribe(() => {}),
};

const shown = (documents: readonly Document[]) =>
  documents.map(({ locale, title, publishedAt }) => [locale, title, publishedAt !== null]);

/** Operations of the document service on a page in three locales. */
async function results({ app }: ServedApp): Promise<Readonly<Record<string, unknown>>> {
  const pages = app.documents(page);
  const documentId = textOf((await pages.create({ data: { title: 'one' } }))['documentId']);
  for (const locale of ['de', 'fr']) await pages.update({ documentId, locale, data: { title: locale } });
  const every = { documentId, locale: '*' };
  const moved: Record<string, unknown> = {};
  moved['publish'] = shown((await pages.publish?.(every))?.entries ?? []);
  await pages.update({ documentId, locale: 'de', data: { title: 'changed' } });
  moved['discardDraft'] = shown((await pages.discardDraft?.(every))?.entries ?? []);
  moved['findMany'] = shown(await pages.findMany({ locale: '*', sort: 'locale' }));
  moved['findMany of two'] = shown(await pages.findMany({ locale: ['en', 'fr'], start: 1, limit: 1 }));
  moved['findFirst'] = (await pages.findFirst({ locale: '*', sort: 'locale:desc' }))?.['locale'];
  moved['findOne'] = (await pages.findOne({ ...every, sort: 'locale' }))?.['locale'];
  moved['count'] = [await pages.count({ locale: '*' }), await pages.count({ _q: 'one' })];
  moved['rows'] = [
    await app.db.query(page).count({ where: { locale: { $in: ['de', 'fr'] } } }),
    (await app.db.query(page).findMany({ where: { documentId } })).length,
  ];
  moved['unpublish'] = shown((await pages.unpublish?.(every))?.entries ?? []);
  const clone = await pages.clone(every);
  moved['clone'] = shown(clone.entries);
  moved['delete'] = shown((await pages.delete(every)).entries);
  moved['delete of the clone'] = shown(
    (await pages.delete({ documentId: textOf(clone.documentId), locale: 'fr' })).entries,
  );
  await pages.delete({ documentId: textOf(clone.documentId), locale: '*' });
  moved['left'] = await pages.count({ locale: '*' });
  return moved;
}

describe('code around documents that changes nothing', () => {
  let served: ServedApp;
  let expected: Readonly<Record<string, unknown>>;
  const start = async () => {
    served = await serveHooked();
    for (const locale of ['de', 'fr']) await served.app.locales.add(locale);
  };
  before(async () => {
    await start();
    expected = await results(served);
    await served.stop();
  });
  beforeEach(start);
  afterEach(() => served.stop());

  it('is compared with what reaches all locales', () => {
    for (const name of ['publish', 'discardDraft', 'findMany', 'unpublish', 'clone', 'delete'])
      expect(expected[name], name).to.have.length(3);
  });

  for (const [name, register] of Object.entries(registrations))
    it(`changes no result: ${name}`, async () => {
      register(served);
      expect(await results(served)).to.deep.equal(expected);
      expect(served.errors).to.deep.equal([]);
    });
});
