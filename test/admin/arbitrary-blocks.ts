import * as fc from 'fast-check';
import type { Json } from '../../src/domain/schema/schema.js';

type Source = Readonly<Record<string, Json>>;

const known = ['type', 'text', 'url', 'children', 'level', 'format', 'image'];
const flags = ['bold', 'italic', 'underline', 'strikethrough', 'code'];

/** Keys that no editor has a meaning for. */
const extra = fc
  .dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>, {
    maxKeys: 2,
  })
  .map((given) =>
    Object.fromEntries(Object.entries(given).filter(([key]) => ![...known, ...flags].includes(key))),
  );

const withExtra = <T extends Source>(base: fc.Arbitrary<T>): fc.Arbitrary<Source> =>
  fc
    .tuple(base, extra, fc.boolean())
    .map(([own, more, isLast]) => (isLast ? { ...own, ...more } : { ...more, ...own }));

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('', '\n', 'a\nb', ' x ', '<b>', '/', '# '),
);

const text = withExtra(
  fc
    .record({
      text: words,
      marks: fc.dictionary(fc.constantFrom(...flags), fc.boolean(), { noNullPrototype: true }),
    })
    .map(({ text, marks }) => ({ type: 'text', text, ...marks })),
);
const texts = fc.array(text, { maxLength: 3 });
const link = withExtra(
  fc
    .record({ url: fc.oneof(fc.webUrl(), fc.constant('javascript:alert(1)')), children: texts })
    .map((one) => ({
      type: 'link',
      ...one,
    })),
);
const inline = fc.array(fc.oneof(text, text, link), { maxLength: 4 });

const list = fc.letrec<{ readonly list: Source; readonly child: Source }>((tie) => ({
  list: withExtra(
    fc
      .record({
        format: fc.constantFrom('ordered', 'unordered'),
        children: fc.array(tie('child'), { minLength: 1, maxLength: 3 }),
      })
      .map((one) => ({ type: 'list', ...one })),
  ),
  child: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    withExtra(inline.map((children) => ({ type: 'list-item', children }))),
    tie('list'),
  ),
})).list;

const block = fc.oneof(
  withExtra(inline.map((children) => ({ type: 'paragraph', children }))),
  withExtra(inline.map((children) => ({ type: 'quote', children }))),
  withExtra(inline.map((children) => ({ type: 'code', children }))),
  withExtra(
    fc
      .record({ level: fc.integer({ min: 1, max: 6 }), children: inline })
      .map((one) => ({ type: 'heading', ...one })),
  ),
  list,
  withExtra(
    fc
      .record(
        { image: withExtra(fc.record({ url: fc.webPath() })), children: texts },
        { requiredKeys: ['image'] },
      )
      .map((one) => ({ type: 'image', ...one })),
  ),
);

/** Values of `blocks` attributes, as the server takes them. */
export const arbitraryBlocks = fc.array(block, { minLength: 1, maxLength: 5 });
