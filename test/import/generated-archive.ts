import { pack } from 'tar-stream';
import { libraryFiles, rowsPath, linksPath } from './changed-archive.js';

const time = '2026-01-02T03:04:05.678Z';
const documentId = (name: string, number: number): string =>
  `${name}${String(number).padStart(24 - name.length, '0')}`;

const [authors, publishers] = [200, 100];

/**
 * An archive for the library's schema files with `count` books, each as a draft and published, with five links: two
 * authors, a publisher, and two books to see also.
 */
export async function generatedArchive(count: number): Promise<Buffer> {
  const files = await libraryFiles();
  const kept = ['plugin::i18n.locale', 'plugin::users-permissions.role'];
  const rows = (files.get(rowsPath) ?? '').toString().split('\n');
  const fixed = rows.filter((line) => kept.some((type) => line.includes(`"type":"${type}"`)));
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const entities = [
    ...fixed,
    ...Array.from({ length: authors }, (_, at) =>
      row('api::author.author', at + 1, 'author', at + 1, time, null, { full_name: `Author ${at}` }),
    ),
    ...Array.from({ length: publishers }, (_, at) => publisher(at + 1)).flat(),
    ...numbers.flatMap((number) => [book(number, null), book(number, time)]),
  ];
  const links = numbers.flatMap((number) => [
    ...linksOf(number, 2 * number - 1, 0),
    ...linksOf(number, 2 * number, 1),
  ]);
  const tar = pack();
  for (const [name, content] of files) {
    if (name.startsWith('assets/')) continue;
    const lines = name === rowsPath ? entities : name === linksPath ? links.map((link) => link(count)) : null;
    tar.entry({ name }, lines === null ? content : Buffer.from(lines.join('\n')));
  }
  tar.finalize();
  const parts: Uint8Array[] = [];
  for await (const part of tar as unknown as AsyncIterable<Uint8Array>) parts.push(part);
  return Buffer.concat(parts);
}

const row = (
  type: string,
  id: number,
  name: string,
  number: number,
  publishedAt: string | null,
  locale: string | null,
  data: object,
): string =>
  JSON.stringify({
    type,
    id,
    data: {
      documentId: documentId(name, number),
      createdAt: time,
      updatedAt: time,
      publishedAt,
      locale,
      ...data,
    },
  });

const publisher = (number: number): readonly string[] =>
  [null, time].map((at, layer) =>
    row('api::publisher.publisher', 2 * number - 1 + layer, 'publisher', number, at, null, {
      name: `Publisher ${number}`,
    }),
  );

const book = (number: number, publishedAt: string | null): string =>
  row('api::book.book', 2 * number - (publishedAt === null ? 1 : 0), 'book', number, publishedAt, 'de', {
    title: `Book ${number}`,
    slug: `book-${number}`,
    isbn: String(number),
    pages: number % 1000,
    price: number / 100,
    copiesSold: String(number),
    released: time,
    format: 'paperback',
    in_stock: true,
    keywords: ['a', number],
    blurb: 'Words about a book, as many as a short summary has. '.repeat(6),
    body: [{ type: 'paragraph', children: [{ type: 'text', text: `Page one of book ${number}.` }] }],
    chapters: [
      {
        id: 2 * number - (publishedAt === null ? 1 : 0),
        heading: 'One',
        from_page: 1,
        footnotes: [],
        link: null,
      },
    ],
    extras: [],
  });

type MakeLink = (count: number) => string;

/** `layer`: 0 for drafts, 1 for what is published. */
function linksOf(number: number, id: number, layer: number): readonly MakeLink[] {
  const link = (kind: string, relation: string, left: object, right: object): string =>
    JSON.stringify({
      kind: `relation.${kind}`,
      relation,
      left: { type: 'api::book.book', ref: id, ...left },
      right,
    });
  const author = (pos: number): string =>
    link(
      'basic',
      'manyToMany',
      { field: 'authors', pos },
      { type: 'api::author.author', field: 'books', ref: ((number + pos) % authors) + 1, pos: id },
    );
  const seeAlso = (pos: number, count: number): string =>
    link(
      'circular',
      'manyToMany',
      { field: 'see_also', pos },
      { type: 'api::book.book', ref: 2 * (((number + pos) % count) + 1) - 1 + layer },
    );
  return [
    () => author(1),
    () => author(2),
    () =>
      link(
        'basic',
        'manyToOne',
        { field: 'publisher' },
        {
          type: 'api::publisher.publisher',
          field: 'books',
          ref: 2 * ((number % publishers) + 1) - 1 + layer,
          pos: id,
        },
      ),
    (count) => seeAlso(1, count),
    (count) => seeAlso(2, count),
  ];
}
