import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Action, Permission, Principal } from '../../src/domain/permission/permission.js';
import { compare } from '../../src/domain/query/compare.js';
import { isInMemory } from '../http/chosen-store.js';
import { note, topic, writer } from '../http/permission-matrix.js';
import { createMatrixWorld, type MatrixWorld } from './matrix-world.js';

const reads = ['find', 'findOne', 'update'] as const;

/** Grants that are about some documents only: each of these ids, or not. */
function arbitraryReader(ids: readonly string[]): fc.Arbitrary<Principal> {
  const permission: fc.Arbitrary<Permission> = fc
    .option(fc.subarray([...ids]), { freq: 4 })
    .map((some) => ({ fields: null, filter: some && compare('documentId', '$in', some) }));
  const ofType = fc
    .array(fc.tuple(fc.constantFrom<Action>(...reads), permission), { minLength: 1, maxLength: 4 })
    .map((granted) => new Map(granted));
  return fc.tuple(ofType, ofType, ofType).map(([ofNotes, ofWriters, ofTopics]) => ({
    kind: 'token',
    name: 'token',
    grants: {
      kind: 'listed',
      listed: new Map([
        [note, ofNotes],
        [writer, ofWriters],
        [topic, ofTopics],
      ]),
    },
  }));
}

type Json = Readonly<Record<string, unknown>>;
interface Listed {
  readonly data?: unknown;
  readonly meta?: { readonly pagination: { readonly total: number } };
  readonly errors?: unknown;
}

/** What REST would say: `{ data: { id, attributes } }` around what GraphQL selects. */
function flat(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flat);
  if (typeof value !== 'object' || value === null) return value;
  const { data, id, attributes, ...rest } = value as Json;
  if (data !== undefined) return flat(data);
  const members = Object.entries({ ...(attributes as Json | undefined), ...rest });
  const own = Object.fromEntries(members.map(([name, member]) => [name, flat(member)]));
  return id === undefined ? own : { documentId: id, ...own };
}

const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (key, member: unknown) => (key === 'id' ? undefined : member));

describe('documents that grants withhold', function () {
  this.timeout(120_000);
  let world: MatrixWorld;
  let ids: readonly string[];

  before(async () => {
    world = await createMatrixWorld();
    ids = [world.id, await world.create(), await world.create(), world.writer, world.topic];
  });
  after(async () => {
    await world.close();
    expect(world.errors).to.deep.equal([]);
  });

  it('are withheld as over REST: in lists, totals, relations and filters', () =>
    fc.assert(
      fc.asyncProperty(arbitraryReader(ids), fc.boolean(), async (principal, filters) => {
        const [asked, same] = filters
          ? [
              '(filters: { writer: { notes: { topics: { name: { notNull: true } } } } })',
              '&filters[writer][notes][topics][name][$notNull]=true',
            ]
          : ['', ''];
        const { text } = await world.ask(
          principal,
          `{ notes${asked} { data { id attributes { text writer { data { id attributes { notes { data { id } } } } } topics { data { id } } seo { about { data { id } } } } } meta { pagination { total } } } }`,
        );
        const rest = await world.rest(
          principal,
          `/api/notes?fields=text&populate[writer][fields]=documentId&populate[writer][populate][notes][fields]=documentId&populate[topics][fields]=documentId&populate[seo][fields]=id&populate[seo][populate][about][fields]=documentId${same}`,
        );
        const { data, errors } = JSON.parse(text) as { data?: { notes: Listed } | null; errors?: unknown };
        expect(errors === undefined, text).to.equal(rest.status === 200);
        if (!data || rest.status !== 200) return;
        const told = rest.body as Listed;
        expect(data.notes.meta?.pagination.total).to.equal(told.meta?.pagination.total);
        // What may not be found is null in GraphQL, and absent in REST.
        expect(withoutNulls(flat(data.notes.data))).to.deep.equal(withoutNulls(withoutIds(told.data)));
      }),
      { numRuns: isInMemory ? 200 : 25 },
    ));

  it('are neither found nor changed one by one', () =>
    fc.assert(
      fc.asyncProperty(arbitraryReader(ids), fc.constantFrom(...ids.slice(0, 3)), async (principal, id) => {
        const { text, code } = await world.ask(principal, `{ note(id: "${id}") { data { id } } }`);
        const { status } = await world.rest(principal, `/api/notes/${id}`);
        expect(code === 'FORBIDDEN', text).to.equal(status === 403);
        expect(text.includes(id), text).to.equal(status === 200);
        const mutation = `mutation { updateNote(id: "${id}", data: { text: "x" }) { data { id } } }`;
        const changed = await world.ask(principal, mutation);
        const put = await world.rest(principal, `/api/notes/${id}`, { data: { text: 'x' } });
        expect(changed.code === undefined, changed.text).to.equal(put.status === 200);
        expect(changed.code === 'FORBIDDEN', changed.text).to.equal(put.status === 403);
      }),
      { numRuns: isInMemory ? 200 : 25 },
    ));
});

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)]));
}
