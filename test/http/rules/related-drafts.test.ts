import { expect } from 'chai';
import { factories } from '../../../src/adapters/app-code/http/factories.js';
import { unlimited, type Action, type Permission } from '../../../src/domain/permission/permission.js';
import { compare } from '../../../src/domain/query/compare.js';
import { createRulesWorld } from './rules-world.js';

// App code has no types.
// oxlint-disable-next-line no-explicit-any
type Own = any;

const article = 'api::article.article';
const place = 'api::place.place';
const core = factories.createCoreRouter(article);
const all = { find: unlimited, findOne: unlimited, findDrafts: unlimited };
const names: Permission = { fields: new Set(['Name']), filter: null };
const titles: Permission = { fields: new Set(['title', 'place']), filter: null };
const hills: Permission = { fields: null, filter: compare('Name', '$contains', 'Hill') };

type Granted = Partial<Record<Action, Permission>>;

/** By what they may do with articles and places. */
const askers: Readonly<Record<string, readonly [Granted, Granted]>> = {
  'who may find drafts of the target only': [all, { findDrafts: unlimited }],
  'who may find what is published only': [all, { find: unlimited }],
  'who may find names of drafts': [all, { find: unlimited, findDrafts: names }],
  'who may find names of what is published': [all, { find: names, findDrafts: unlimited }],
  'who may find some drafts': [all, { find: unlimited, findDrafts: hills }],
  'who may find drafts that others may not find published': [all, { find: hills, findDrafts: unlimited }],
  'who may find titles of drafts': [{ ...all, findDrafts: titles }, all],
  'who may find titles of what is published': [{ ...all, find: titles, findOne: titles }, all],
};

const principalOf = (name: string, [articles, places]: readonly [Granted, Granted]) => ({
  kind: 'token' as const,
  name,
  grants: {
    kind: 'listed' as const,
    listed: new Map(
      [
        [article, articles],
        [place, places],
      ].map(([uid, granted]) => [
        uid as string,
        new Map(Object.entries(granted as Granted)) as ReadonlyMap<Action, Permission>,
      ]),
    ),
  },
});

describe('drafts that relations lead to', () => {
  for (const [who, granted] of Object.entries(askers))
    it(`are shown by a service of the app as without it, to an asker ${who}`, async () => {
      const world = await createRulesWorld({ asker: principalOf('asker', granted) });
      const places = world.serving([factories.createCoreRouter(place)]);
      const plain = world.serving([core]);
      for (const [Name, query] of [
        ['Hill', ''],
        ['Low Hill', '?status=draft'],
        ['Lake', ''],
      ] as const) {
        const made = await places.send('post', `places${query}`).send({ data: { Name, Rating: 2 } });
        const { documentId } = made.body.data;
        await plain
          .send('post', 'articles')
          .send({ data: { title: Name, body: 'Whole', place: documentId } })
          .expect(201);
      }
      const served = world.serving([core], {
        controllers: { [article]: factories.createCoreController(article) },
        services: {
          [article]: factories.createCoreService(article, {
            find(this: Own, params: Own) {
              return super.find(params);
            },
          }),
        },
      });
      for (const query of [
        'status=draft&populate=place',
        'status=draft&populate=*',
        'populate=place',
        'populate=*',
      ]) {
        const path = `articles?sort=id&${query}`;
        const expected = await plain.send('get', path, 'asker').expect(200);
        expect((await served.send('get', path, 'asker').expect(200)).body, query).to.deep.equal(
          expected.body,
        );
      }
    });
});
