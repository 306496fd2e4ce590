import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Store } from '../../src/application/ports/store.js';
import { highlightText } from '../../src/domain/plan/highlight-text.js';
import type { Principal } from '../../src/domain/permission/permission.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { asc, where } from '../contract/questions.js';
import { createWorld, queryOf, valueOf, type Asked } from '../contract/world.js';
import { contentType, drafts, localized, schemaFrom, uidOf } from '../schema-builders.js';
import { found, type Question, type Text } from './search-model.js';

/** In no language that PostgreSQL has stems for. */
const locales = ['xx', 'yy'] as const;

const schema = schemaFrom({
  contentTypes: [
    contentType(
      'article',
      'articles',
      {
        title: { type: 'string', weight: 5, ...localized },
        body: { type: 'text', searchable: true, ...localized },
        remark: { type: 'richtext', weight: 2, ...localized },
        secret: { type: 'text', searchable: true, private: true, ...localized },
        plain: { type: 'string', ...localized },
        size: { type: 'integer', ...localized },
      },
      { ...drafts, pluginOptions: { i18n: { localized: true } } },
    ),
  ],
});

const searched = { title: 5, body: 1, remark: 2 };

/** Words of few letters, so that many are near others. */
const word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', 'k', 'o'), minLength: 1, maxLength: 6 }),
  },
  { weight: 1, arbitrary: fc.constantFrom('K9ab', '2024', 'кафе', 'åbok', 'bøko') },
);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));

const arbitraryText = fc.record({
  title: text,
  body: text,
  remark: text,
  secret: text,
  plain: text,
  size: fc.nat({ max: 2 }),
  locale: fc.constantFrom(...locales),
  isPublished: fc.boolean(),
});

const arbitraryQuestion: fc.Arbitrary<Question> = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 3 }),
  locale: fc.constantFrom(...locales),
  fields: fc.option(fc.subarray(['title', 'body', 'remark', 'secret', 'plain']), { freq: 3 }),
  size: fc.option(fc.nat({ max: 2 }), { freq: 3 }),
  isSorted: fc.boolean(),
  offset: fc.nat({ max: 4 }),
  limit: fc.integer({ min: 1, max: 60 }),
  count: fc.constantFrom('exact', 'estimated', 'none'),
});

/** Somebody who may find notes with these attributes, and some of these notes only. */
const reader = ({ fields, size }: Question): Principal => ({
  kind: 'user',
  name: 'user',
  user: { id: 1, documentId: 'u' },
  grants: {
    kind: 'listed',
    listed: new Map([
      [
        uidOf('article'),
        new Map([
          [
            'find',
            {
              fields: fields === null ? null : new Set(fields),
              filter: size === null ? null : where('size', '$eq', size),
            },
          ],
        ]),
      ],
    ]),
  },
});

const askedOf = ({ words, locale, isSorted, offset, limit, count }: Question): Asked => ({
  search: words.join('/'),
  locale,
  range: { offset, limit },
  count: count !== 'none',
  ...(count === 'estimated' && { estimates: true }),
  ...(isSorted && { sort: [asc('id')] }),
});

export function describeSearches(
  name: string,
  open: (schema: Schema) => Promise<Store>,
  close: () => Promise<unknown>,
): void {
  describe(`searches in ${name}`, () => {
    const texts = new Map<string, Text>();
    let world: ReturnType<typeof createWorld>;

    before(async () => {
      world = createWorld(await open(schema), schema);
      for (const { locale, isPublished, ...data } of fc.sample(arbitraryText, 60)) {
        const at = world.in(locale);
        const id = await at.createDraft('article', data);
        if (isPublished) await at.publish('article', id);
        texts.set(id, { ...data, id, locale, isPublished });
      }
    });
    after(close);

    it('find what a plain model finds, in its order, and nothing by what a reader may not see', async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryQuestion, async (question) => {
          const query = queryOf('article', askedOf(question));
          const { answer, plan } = valueOf(await world.documents.find(reader(question), query));
          const documents = answer.documents();
          const model = found([...texts.values()], question, searched);
          const { offset, limit } = question;
          expect(documents.map(({ documentId }) => documentId)).to.deep.equal(
            model.ids.slice(offset, offset + limit),
          );
          if (question.count !== 'none') expect(answer.total).to.equal(model.ids.length);
          for (const document of documents) {
            const shown = plan.search?.attributes.flatMap((each) => {
              const value = document[each.name];
              return typeof value === 'string' && plan.search
                ? (highlightText(value, plan.search) ?? [])
                : [];
            });
            expect(shown).not.to.deep.equal([]);
          }
        }),
        { numRuns: 150 },
      );
    });
  });
}
