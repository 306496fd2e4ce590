import * as fc from 'fast-check';
import type { Act, Cast, History } from '../contract/store/some-order.js';
import type { Data } from '../contract/world.js';

/** Halls h and i, events a, b and c. */
const types = { h: 'hall', i: 'hall', a: 'event', b: 'event', c: 'event' } as const;
type Name = keyof typeof types;

const hall = fc.constantFrom<Name>('h', 'i');
const event = fc.constantFrom<Name>('a', 'b', 'c');
const any = fc.oneof(hall, event);

/** A step or history with a description, which a failure shows. */
interface Described<T> {
  readonly description: string;
  readonly does: T;
}
type DataOf = (cast: Cast) => Data;

const few = (target: fc.Arbitrary<Name>, minLength: number) =>
  fc.uniqueArray(target, { minLength, maxLength: 2 });

function listOf(attribute: string, target: fc.Arbitrary<Name>): fc.Arbitrary<Described<DataOf>> {
  const described = (
    description: string,
    names: readonly Name[],
    asked: (ids: readonly string[]) => unknown,
  ) => ({
    description: `${attribute} ${description} ${names.join()}`,
    does: (cast: Cast) => ({ [attribute]: asked(names.map((name) => cast[name] ?? '')) }),
  });
  const first = { start: true };
  return fc.oneof(
    few(target, 0).map((names) => described('set', names, (ids) => ids)),
    few(target, 1).map((names) => described('connect', names, (connect) => ({ connect }))),
    few(target, 1).map((names) => described('disconnect', names, (disconnect) => ({ disconnect }))),
    target.map((name) =>
      described('start', [name], ([documentId]) => ({ connect: [{ documentId, position: first }] })),
    ),
    few(target, 2).map((names) =>
      described('before', names, ([documentId, before]) => ({
        connect: [{ documentId, position: { before } }],
      })),
    ),
  );
}

const valueOf = (attribute: string, target: fc.Arbitrary<Name>): fc.Arbitrary<Described<DataOf>> =>
  fc.option(target).map((name) => ({
    description: `${attribute} ${name}`,
    does: (cast) => ({ [attribute]: name === null ? null : cast[name] }),
  }));

const note = fc
  .constantFrom('x', 'y')
  .map((text) => ({ description: `note ${text}`, does: () => ({ note: text }) }));

const edits: fc.Arbitrary<readonly [Name, Described<DataOf>]> = fc.oneof(
  fc.tuple(hall, fc.oneof(listOf('shown', event), listOf('events', event), valueOf('highlight', event))),
  fc.tuple(
    event,
    fc.oneof(listOf('shownIn', hall), valueOf('hall', hall), valueOf('highlightOf', hall), note),
  ),
);

const update = fc
  .tuple(edits, fc.boolean())
  .map(([[name, { description, does }], draft]): Described<Act> => ({
    description: `${draft ? 'draft of' : 'published'} ${name}: ${description}`,
    does: (world, cast) => (draft ? world.drafts : world).update(types[name], cast[name] ?? '', does(cast)),
  }));

const move = fc
  .tuple(fc.constantFrom('publish', 'unpublish', 'discardDraft'), any)
  .map(([kind, name]): Described<Act> => ({
    description: `${kind} ${name}`,
    does: (world, cast) => world.move(kind, types[name], cast[name]),
  }));

const remove = any.map((name): Described<Act> => ({
  description: `delete ${name}`,
  does: (world, cast) => world.delete(types[name], cast[name]),
}));

const act = fc.oneof(
  { weight: 4, arbitrary: update },
  { weight: 4, arbitrary: move },
  { weight: 1, arbitrary: remove },
);

/** A few acts in sequence, followed by a few concurrent ones. */
export const arbitraryHistory: fc.Arbitrary<Described<History>> = fc
  .tuple(fc.array(act, { maxLength: 6 }), fc.array(act, { minLength: 3, maxLength: 4 }))
  .map(([earlier, acts]) => ({
    description: [...earlier, { description: 'at once' }, ...acts]
      .map(({ description }) => description)
      .join('; '),
    does: {
      async prepare(world) {
        const [a = '', b = '', c = ''] = await world.createNamed('event', 'a', 'b', 'c');
        const h = await world.create('hall', { name: 'h', shown: [a, b, c], highlight: a, events: [a, b] });
        const cast = { a, b, c, h, i: await world.create('hall', { name: 'i' }) };
        // A refused act changes nothing.
        for (const { does } of earlier) await Promise.resolve(does(world, cast)).catch(() => {});
        return cast;
      },
      acts: acts.map(({ does }) => does),
      types: ['hall', 'event'],
    },
  }));
