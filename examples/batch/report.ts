/**
 * A batch job: content-types in code, rows from anywhere, relations, a report. It uses the domain and the use cases on
 * the memory store: no server, no database, no container. Run it with `npx tsx examples/batch/report.ts`.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createDocuments, type Answer } from 'quire-cms/application';
import { buildSchema, systemPrincipal, type Result } from 'quire-cms/domain';
import { createMemoryStore } from 'quire-cms/stores/memory';

const type = (singularName: string, pluralName: string, attributes: object) => ({
  uid: `api::${singularName}.${singularName}`,
  file: 'report.ts',
  definition: {
    kind: 'collectionType',
    collectionName: pluralName,
    info: { singularName, pluralName, displayName: singularName },
    options: { draftAndPublish: false },
    attributes,
  },
});

const author = { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'books' };
const books = { type: 'relation', relation: 'oneToMany', target: 'api::book.book', mappedBy: 'author' };
const schema = valueOf(
  buildSchema({
    contentTypes: [
      type('author', 'authors', { name: { type: 'string', required: true, unique: true }, books }),
      type('book', 'books', { title: { type: 'string', required: true }, year: { type: 'integer' }, author }),
    ],
    components: [],
  }),
);

const documents = createDocuments({
  schema,
  store: createMemoryStore({ schema }).documents,
  clock: { now: () => new Date().toISOString() },
  ids: { documentId: () => `d${randomBytes(12).toString('hex').slice(0, 23)}` },
  passwords: { hash: async (password) => createHash('sha256').update(password).digest('hex') },
});

const rows = `Saltmarsh;1988;Ingrid Oyelaran
A Map of Small Rains;2003;Tomás Varga
The Ferryman's Ledger;1999;Ingrid Oyelaran
冬の市場;2011;Mori Hanako
Low Water;2016;Ingrid Oyelaran`;

const authors = new Map<string, string>();
for (const [title, year, name] of rows.split('\n').map((row) => row.split(';'))) {
  const known = authors.get(name!) ?? (await create('author', { name }));
  authors.set(name!, known);
  await create('book', { title, year, author: { connect: [known] } });
}

const query = {
  type: 'api::author.author',
  action: 'find',
  layer: 'published',
  range: { offset: 0, limit: null },
  count: true,
  sort: [{ path: ['name'], direction: 'asc' }],
  populate: { all: false, members: [{ name: 'books', sort: [{ path: ['year'], direction: 'asc' }] }] },
} as const;

const found = valueOf(await documents.find(systemPrincipal, query));
console.log(`${found.answer.total} authors`);
type Author = { name: string; books: { title: string; year: number }[] };
for (const { name, books } of found.answer.documents() as unknown as Author[]) {
  console.log(`${name}: ${books.map(({ title, year }) => `${title} (${year})`).join(', ')}`);
}

async function create(name: string, data: object): Promise<string> {
  const mutation = {
    kind: 'create',
    type: `api::${name}.${name}`,
    layer: 'published',
    data,
    answer: {},
  } as const;
  const { answer }: Answer = valueOf(await documents.create(systemPrincipal, mutation));
  return answer.documents()[0]?.['documentId'] as string;
}

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(result.failure.message, { cause: result.failure });
}
