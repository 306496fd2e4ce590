import { expect } from 'chai';
import * as fc from 'fast-check';
import { text } from '../schema/dishes-and-chefs.js';
import type { Files } from '../schema/schema-files.js';
import { serve, type Served } from '../schema/serve.js';
import { withinTwoMinutes } from '../../time-limits.js';
import { usePostgres } from './postgres-schema-database.js';
import { relation } from '../../schema-builders.js';

/** Options of both types and the kind of the relation between them. */
interface State {
  readonly dish: { readonly draftAndPublish: boolean; readonly localized: boolean };
  readonly chef: { readonly draftAndPublish: boolean; readonly localized: boolean };
}

type Kind = 'manyToMany' | 'oneToMany' | 'manyToOne' | 'oneToOne';

const inverse = {
  manyToMany: 'manyToMany',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  oneToOne: 'oneToOne',
};

const filesOf = (kind: Kind, { dish, chef }: State): Files => ({
  types: {
    dish: { ...dish, attributes: { name: text, chefs: relation(kind, 'chef', { inversedBy: 'dishes' }) } },
    chef: {
      ...chef,
      attributes: { name: text, dishes: relation(inverse[kind], 'dish', { mappedBy: 'chefs' }) },
    },
  },
});

const ends = { dish: 'chefs', chef: 'dishes' } as const;
type Name = keyof typeof ends;

interface Act {
  readonly name: Name;
  readonly what: 'connect' | 'disconnect' | 'set' | 'publish' | 'unpublish' | 'discardDraft' | 'remove';
  readonly layer: 'draft' | 'published';
  readonly locale: 'en' | 'fr';
  readonly own: number;
  readonly others: readonly number[];
}

const options = fc.record({ draftAndPublish: fc.boolean(), localized: fc.boolean() });
const state = fc.record({ dish: options, chef: options });
const act: fc.Arbitrary<Act> = fc.record({
  name: fc.constantFrom('dish', 'chef'),
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('connect', 'disconnect', 'set') },
    { weight: 1, arbitrary: fc.constantFrom('publish', 'unpublish', 'discardDraft', 'remove') },
  ),
  layer: fc.constantFrom('draft', 'published'),
  // Of links into other locales, see `switched-locales.test.ts`: they show where the document has the locale.
  locale: fc.constant('en'),
  own: fc.nat(2),
  others: fc.uniqueArray(fc.nat(2), { minLength: 1 }),
} as const);
const kinds = fc.constantFrom<Kind>('manyToMany', 'oneToMany', 'manyToOne', 'oneToOne');

type World = Readonly<Record<Name, readonly string[]>>;

const create = async (served: Served): Promise<World> => {
  const made: Record<Name, string[]> = { dish: [], chef: [] };
  for (const name of ['dish', 'chef'] as const)
    for (const place of [0, 1, 2]) made[name].push(await served.create(name, { name: `${name} ${place}` }));
  return made;
};

/** Acts that the documents refuse change nothing, and are as good as any. */
async function perform(served: Served, world: World, { name, what, layer, own, locale, ...act }: Act) {
  const documentId = world[name][own] ?? '';
  const others = act.others.map((place) => world[name === 'dish' ? 'chef' : 'dish'][place]);
  try {
    if (what === 'remove') await served.remove(name, documentId, 'fr');
    else if (what === 'connect' || what === 'disconnect')
      await served.update(name, documentId, { [ends[name]]: { [what]: others } }, { layer, locale });
    else if (what === 'set')
      await served.update(name, documentId, { [ends[name]]: { set: others } }, { layer, locale });
    else await served.transit(what, name, documentId, locale);
  } catch (error) {
    if (!/^Error: (INPUT|DOCUMENT|QUERY)\./.test(String(error))) throw error;
  }
}

type Shown = readonly [name: unknown, led: unknown];
type Lists = Readonly<Record<string, Shown>>;

/** Links that were made in a locale which their document does not have may show; none goes, and none moves. */
function expectKept([name, led]: Shown, [nameNow, ledNow]: Shown = [null, null]): void {
  expect(nameNow).to.equal(name);
  const now = [ledNow as unknown[]].flat();
  const before = led === null ? [] : [led as unknown[]].flat();
  expect(now.filter((each) => before.includes(each))).to.deep.equal(before);
}

/** What every list shows in the default locale, in either layer. */
async function seen(served: Served, world: World): Promise<Lists> {
  const lists: Record<string, Shown> = {};
  for (const name of ['dish', 'chef'] as const)
    for (const [place, documentId] of world[name].entries())
      for (const layer of ['draft', 'published'] as const)
        lists[`${name} ${place} ${layer}`] = [
          await served.value(name, documentId, 'name', { layer, locale: 'en' }),
          await served.led(name, documentId, ends[name], { layer, locale: 'en' }),
        ];
  return lists;
}

describe('options switched at random', function () {
  this.timeout(900_000);

  const database = usePostgres();

  const during = async <T>(files: Files, work: (served: Served) => Promise<T>): Promise<T> => {
    const served = await serve(database(), files);
    try {
      return await work(served);
    } finally {
      await served.close();
    }
  };

  it('are refused, or every list keeps what it showed, there and back', async () => {
    const life = fc.record({
      kind: kinds,
      states: fc.array(state, { minLength: 2, maxLength: 4 }),
      acts: fc.array(fc.array(act, { maxLength: 6 }), { minLength: 4, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(life, async ({ kind, states, acts }) => {
        await database().clear();
        let [now = { dish: {}, chef: {} } as State] = states;
        const world = await during(filesOf(kind, now), create);
        for (const [place, next] of states.slice(1).entries()) {
          const before = await during(filesOf(kind, now), async (served) => {
            for (const each of acts[place] ?? []) await perform(served, world, each);
            return seen(served, world);
          });
          const unsafe = (await database().status(filesOf(kind, next))).filter((c) => c.kind === 'unsafe');
          if (unsafe.length > 0) {
            for (const { message } of unsafe) expect(message).to.match(/first/);
            await database().refused(filesOf(kind, next));
            expect(await during(filesOf(kind, now), (served) => seen(served, world))).to.deep.equal(before);
          } else {
            now = next;
            const after = await during(filesOf(kind, now), (served) => seen(served, world));
            for (const [list, shown] of Object.entries(before)) expectKept(shown, after[list]);
            expect(await database().status(filesOf(kind, now))).to.deep.equal([]);
          }
        }
      }),
      { numRuns: 9, ...withinTwoMinutes },
    );
  });
});
