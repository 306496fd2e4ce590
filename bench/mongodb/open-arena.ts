import { fileURLToPath } from 'node:url';
import { MongoClient, type Db } from 'mongodb';
import { contentTypeOf, type Schema } from '../../src/domain/schema/schema.js';
import { collectionOf, linkCollectionOf } from '../../src/adapters/store/mongodb/layout.js';
import type { Arena } from '../arena.js';
import type { BenchRequest } from '../case.js';
import { parentOf } from '../processor-time.js';
import type { Names } from './hand-written/names.js';
import { seed } from './seed.js';

const name = 'quire_bench';

/** Opens an arena on the server of `MONGO_URL`. Nothing else on that server is changed. */
export async function openMongoArena(poolSize: string, log: (line: string) => void): Promise<Arena> {
  const server = process.env['MONGO_URL'];
  if (server === undefined) throw new Error('MONGO_URL names no server to measure on');
  const url = server.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?[^?]*/, `$1/${name}`);
  const client = new MongoClient(url);
  const db = client.db();
  await db.dropDatabase();
  const env: Record<string, string> = { MONGO_URL: url, POOL_SIZE: poolSize };
  let names: Names;
  let last = 0;
  return {
    url,
    handWritten: {
      env,
      args: () => ['--import', 'tsx', fileURLToPath(new URL('hand-written/server.ts', import.meta.url))],
    },
    async fill(schema) {
      names = nameCollections(schema);
      env['BENCH_NAMES'] = JSON.stringify(names);
      last = await seed(db, names, log);
    },
    async databaseProcesses() {
      const { pid } = await db.admin().command({ serverStatus: 1 });
      return typeof pid === 'number' && parentOf(pid) !== null ? [pid] : null;
    },
    async reset({ grows }) {
      if (grows !== undefined)
        await db.collection<{ _id: number }>(names[grows]).deleteMany({ _id: { $gt: last } });
    },
    isPlaced: (links, request) =>
      isPlaced(db, names[links], links === 'postTopics' || links === 'topicRelated', request),
    async close() {
      await db.dropDatabase();
      await client.close();
    },
  };
}

function nameCollections(schema: Schema): Names {
  const type = (of: string) => contentTypeOf(schema, `api::${of}.${of}`);
  const link = (of: string, attribute: string): string => {
    const relation = type(of).attributes.get(attribute);
    if (relation?.kind !== 'relation' || relation.place.kind !== 'link')
      throw new Error(`no link ${attribute}`);
    return linkCollectionOf(relation.place.link);
  };
  return {
    restaurants: collectionOf(type('restaurant')),
    categories: collectionOf(type('category')),
    dishes: collectionOf(type('dish')),
    chefs: collectionOf(type('chef')),
    guides: collectionOf(type('guide')),
    stops: collectionOf(type('stop')),
    posts: collectionOf(type('post')),
    topics: collectionOf(type('topic')),
    notices: collectionOf(type('notice')),
    restaurantCategories: link('restaurant', 'categories'),
    restaurantDishes: link('restaurant', 'dishes'),
    restaurantOwner: link('restaurant', 'owner'),
    restaurantFlagship: link('restaurant', 'flagship'),
    guideStops: link('guide', 'stops'),
    postTopics: link('post', 'topics'),
    topicRelated: link('topic', 'related'),
  };
}

interface Connect {
  readonly documentId: string;
  readonly position?: { readonly start?: true; readonly before?: string };
}

/** Reads the database, because the answer to a connect does not show the position. */
async function isPlaced(
  db: Db,
  links: string,
  layered: boolean,
  { path, body }: BenchRequest,
): Promise<boolean> {
  const [asked] = Object.values((body as { data: Record<string, { connect: [Connect | string] }> }).data);
  const item = asked?.connect[0] ?? '';
  const { documentId, position }: Connect = typeof item === 'string' ? { documentId: item } : item;
  const source = path.split('/').at(-1) ?? '';
  for (const key of layered ? ['publishedKey', 'draftKey'] : ['publishedKey']) {
    const list = { source, [key]: { $exists: true } };
    const before =
      position?.before && (await db.collection(links).findOne({ source, target: position.before }));
    const found = before
      ? await db
          .collection(links)
          .find({ ...list, [key]: { $lt: before[key] as string } })
          .sort({ [key]: -1 })
          .limit(1)
          .next()
      : await db
          .collection(links)
          .find(list)
          .sort({ [key]: position?.start ? 1 : -1 })
          .limit(1)
          .next();
    if (found?.['target'] !== documentId) return false;
  }
  return true;
}
