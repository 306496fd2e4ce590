import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { isInMemory } from './chosen-store.js';
import { serveApp, toUser, typeFile, userFile, type Person, type ServedApp } from './served-app.js';

/** Links from people to what they own, written from the person: everybody may update only themselves. */

const userType = 'plugin::users-permissions.user';
const person = 'api::person.person';
const uid = (name: string): string => `api::${name}.${name}`;

/** The attributes of people for what they own, by kind of relation and with or without drafts. */
const kinds = {
  notes: { type: 'note', relation: 'manyToOne', back: 'oneToMany', drafts: false, localized: false },
  posts: { type: 'post', relation: 'manyToOne', back: 'oneToMany', drafts: true, localized: false },
  pages: { type: 'page', relation: 'manyToOne', back: 'oneToMany', drafts: true, localized: true },
  pass: { type: 'pass', relation: 'oneToOne', back: 'oneToOne', drafts: false, localized: false },
  clubs: { type: 'club', relation: 'manyToMany', back: 'manyToMany', drafts: true, localized: false },
} as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as readonly Kind[];

const owned = Object.entries(kinds).map(([name, { type, relation, drafts, localized }]) =>
  typeFile(
    type,
    { text: { type: 'string' }, owner: { type: 'relation', relation, target: person, inversedBy: name } },
    {
      options: { draftAndPublish: drafts },
      pluginOptions: { i18n: { localized } },
      info: { singularName: type, pluralName: `${type}-list`, displayName: type },
    },
  ),
);
const ends = Object.entries(kinds).map(([name, { type, back }]) => [
  name,
  { type: 'relation', relation: back, target: uid(type), mappedBy: 'owner' },
]);
const files = Object.assign(
  typeFile('person', { ...Object.fromEntries(ends), user: toUser('oneToOne') }),
  typeFile('letter', { owner: toUser('manyToOne', { inversedBy: 'letters' }) }),
  userFile({
    letters: { type: 'relation', relation: 'oneToMany', target: uid('letter'), mappedBy: 'owner' },
  }),
  ...owned,
) as Record<string, unknown>;

const self = { user: { documentId: '$me' } };
const mine = { owner: self };
const open = { text: 'open' };

/** `own` and `free` may be written; `foreign` belongs to somebody else. */
const names = ['own', 'foreign', 'free'] as const;
type Name = (typeof names)[number];

/** What the writer may update at the other end. */
const rights = {
  nothing: null,
  everything: {},
  'other fields': { fields: ['text'] },
  'the owner': { fields: ['owner'] },
  'what is theirs': { filters: mine },
  'what is open': { filters: open },
} as const;
type Right = keyof typeof rights;
const rightNames = Object.keys(rights) as readonly Right[];

/** Those of which a store decides nothing but what it decides of others. */
const rightsOfFields: ReadonlySet<Right> = new Set<Right>(['other fields', 'the owner']);
const testedRights = isInMemory ? rightNames : rightNames.filter((name) => !rightsOfFields.has(name));

interface Operation {
  readonly kind: 'connect' | 'disconnect' | 'set';
  readonly names: readonly Name[];
}

const operations: readonly Operation[] = [
  { kind: 'connect', names: ['foreign'] },
  { kind: 'connect', names: ['free'] },
  { kind: 'connect', names: ['own'] },
  { kind: 'disconnect', names: ['own'] },
  { kind: 'disconnect', names: ['foreign'] },
  { kind: 'set', names: ['own'] },
  { kind: 'set', names: ['own', 'free'] },
  { kind: 'set', names: ['foreign'] },
  { kind: 'set', names: [] },
];

/** A to-one relation has room for only one. */
const fits = (kind: Kind, { names: named }: Operation): boolean => kind !== 'pass' || named.length < 2;

/** Returns what the writer, who has `own`, has afterwards. */
function heldAfter(kind: Kind, { kind: how, names: named }: Operation): readonly Name[] {
  if (how === 'disconnect') return named.includes('own') ? [] : ['own'];
  if (how === 'set' || kind === 'pass') return named;
  return [...new Set<Name>(['own', ...named])];
}

/** The rule: the writer must be allowed to change each linked and unlinked document, before and after the write. */
function isAllowed(kind: Kind, right: Right, operation: Operation, decisive: boolean): boolean {
  if (!decisive || right === 'everything' || right === 'the owner') return true;
  const held = heldAfter(kind, operation);
  const left = held.includes('own') || operation.names.includes('own') ? [] : ['own'];
  if (right === 'what is theirs')
    return left.length === 0 && operation.names.every((name) => name === 'own' && held.includes(name));
  if (right === 'what is open') return !operation.names.includes('foreign');
  return left.length + operation.names.length === 0;
}

describe('links that are written from the other side', function () {
  this.timeout(isInMemory ? 60_000 : 300_000);
  let world: ServedApp;
  let [ada, bob] = [] as unknown as [Person, Person];
  let other: string;
  /** The documentIds of two people. */
  let [she, he] = ['', ''];
  const ids = new Map<string, string>();

  before(async () => {
    world = await serveApp(files);
    [ada, bob] = [await world.signUp('ada'), await world.signUp('bob')];
    other = (await world.app.access.createRole({ name: 'other' })).type;
    const people = world.app.documents(person);
    const idOfPerson = async ({ documentId: user }: Person): Promise<string> =>
      textOf((await people.create({ data: { user } }))['documentId']);
    [she, he] = [await idOfPerson(ada), await idOfPerson(bob)];
    for (const kind of kindNames) {
      for (const name of names) {
        const data = { text: name === 'foreign' ? 'closed' : 'open' };
        const made = await world.app.documents(uid(kinds[kind].type)).create({ data, status: 'published' });
        ids.set(`${kind} ${name}`, textOf(made['documentId']));
      }
      await restore(kind);
    }
    await world.app.access.grant(ada.role, person, ['find', 'update'], { filters: self });
    for (const kind of kindNames) await world.app.access.grant(ada.role, uid(kinds[kind].type), ['find']);
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const idOf = (kind: Kind, name: Name): string => ids.get(`${kind} ${name}`) ?? '';

  async function restore(kind: Kind): Promise<void> {
    const people = world.app.documents(person);
    for (const [documentId, name] of [
      [she, 'own'],
      [he, 'foreign'],
    ] as const) {
      const id = idOf(kind, name);
      await people.update({ documentId, data: { [kind]: kind === 'pass' ? id : [id] } });
    }
  }

  /** Returns the owner of each document in every layer. */
  async function owners(kind: Kind): Promise<Readonly<Record<string, readonly string[]>>> {
    const found: Record<string, readonly string[]> = {};
    const layers = kinds[kind].drafts ? (['draft', 'published'] as const) : (['published'] as const);
    for (const status of layers)
      for (const { documentId, owner } of await world.app
        .documents(uid(kinds[kind].type))
        .findMany({ status, populate: ['owner'] })) {
        const name = names.find((each) => idOf(kind, each) === documentId) ?? '';
        const list = (Array.isArray(owner) ? owner : [owner ?? []].flat()) as { documentId?: string }[];
        found[`${name} ${status}`] = list.map((each) => (each.documentId === she ? 'ada' : 'bob')).sort();
      }
    return found;
  }

  function expectedOwners(kind: Kind, operation: Operation): Readonly<Record<string, readonly string[]>> {
    const held = heldAfter(kind, operation);
    const takes = kind !== 'clubs';
    const layers = kinds[kind].drafts ? ['draft', 'published'] : ['published'];
    return Object.fromEntries(
      names.flatMap((name) => {
        const [hers, his] = [held.includes(name), name === 'foreign' && !(takes && held.includes(name))];
        return layers.map((layer) => [
          `${name} ${layer}`,
          [...(hers ? ['ada'] : []), ...(his ? ['bob'] : [])],
        ]);
      }),
    );
  }

  const ways = [
    {
      name: 'by PUT',
      takes: (): boolean => true,
      write: async (kind: Kind, { kind: how, names: named }: Operation): Promise<string> => {
        const refs = named.map((name) => idOf(kind, name));
        const { body } = await world.rest(ada, 'PUT', `/persons/${she}`, {
          data: { [kind]: { [how]: refs } },
        });
        return body.error?.name ?? 'ok';
      },
    },
    {
      name: 'by a GraphQL mutation',
      takes: ({ kind }: Operation): boolean => kind === 'set',
      write: async (kind: Kind, { names: named }: Operation): Promise<string> => {
        const refs = named.map((name) => idOf(kind, name));
        const query = `mutation ($data: PersonInput!) {
          updatePerson(id: "${she}", data: $data) { data { id } } }`;
        const data = { [kind]: kind === 'pass' ? (refs[0] ?? null) : refs };
        const { errors } = await world.graphql(ada, query, { data });
        return errors?.[0]?.extensions.error.name ?? 'ok';
      },
    },
  ];

  for (const decisive of [true, false])
    for (const kind of kindNames)
      for (const right of isInMemory || (decisive && kind === 'notes')
        ? testedRights
        : (['nothing'] as const))
        for (const way of isInMemory || kind === 'notes' ? ways : ways.slice(0, 1))
          it(`follow the policy ${way.name}: ${kind}, who may update ${right}, ${decisive ? 'rights depend on it' : 'no right depends on it'}`, async () => {
            const type = uid(kinds[kind].type);
            await world.app.access.revoke(ada.role, type, ['update']);
            await world.app.access.revoke(other, type, ['update', 'find']);
            await world.app.access.grant(other, type, ['find'], { filters: decisive ? mine : open });
            // Without rights of others, what depends on the owner is this one of the writer's own.
            const limits = rights[right];
            if (limits !== null) await world.app.access.grant(ada.role, type, ['update'], limits);
            const depends = decisive || right === 'what is theirs';
            for (const operation of operations.filter((each) => way.takes(each) && fits(kind, each))) {
              const before = await owners(kind);
              const outcome = await way.write(kind, operation);
              const allowed = isAllowed(kind, right, operation, depends);
              const what = `${operation.kind} ${operation.names.join()}`;
              expect(outcome, what).to.equal(allowed ? 'ok' : 'ForbiddenError');
              expect(await owners(kind), what).to.deep.equal(
                allowed ? expectedOwners(kind, operation) : before,
              );
              if (allowed) await restore(kind);
            }
          });

  describe('a link that is taken from a third document', () => {
    const byOthers = { notes: { text: 'open' } };
    before(async () => {
      await world.app.access.revoke(other, uid('note'), ['update', 'find']);
      await world.app.access.grant(other, person, ['update'], { filters: byOthers });
      await world.app.access.grant(ada.role, uid('note'), ['find', 'update']);
    });

    const fromPerson = async (name: Name): Promise<unknown> => {
      const data = { data: { notes: { connect: [idOf('notes', name)] } } };
      return (await world.rest(ada, 'PUT', `/persons/${she}`, data)).status;
    };
    const fromNote = async (name: Name): Promise<unknown> => {
      const data = { data: { owner: she } };
      return (await world.rest(ada, 'PUT', `/note-list/${idOf('notes', name)}`, data)).status;
    };

    for (const [end, write] of [
      ['person', fromPerson],
      ['note', fromNote],
    ] as const)
      it(`requires that the writer may update that document too: from the ${end}`, async () => {
        await restore('notes');
        await world.app.access.grant(ada.role, person, ['update', 'find'], { filters: self });
        await world.app.access.grant(ada.role, person, ['find']);
        const before = await owners('notes');
        expect(await write('foreign')).to.equal(403);
        expect(await owners('notes')).to.deep.equal(before);
        expect(await write('free')).to.equal(200);
        await world.app.access.grant(ada.role, person, ['update']);
        expect(await write('foreign')).to.equal(200);
        expect(await owners('notes'))
          .to.have.property('foreign published')
          .that.deep.equals(['ada']);
      });
  });

  it('cannot be taken by creating a document', async () => {
    const type = uid('note');
    await restore('notes');
    await world.app.access.grant(other, type, ['find'], { filters: mine });
    await world.app.access.revoke(ada.role, type, ['update']);
    await world.app.access.grant(ada.role, type, ['find']);
    await world.app.access.grant(ada.role, person, ['create', 'find']);
    const before = await owners('notes');
    const notes = [idOf('notes', 'foreign')];
    for (const data of [{ notes }, { notes: { connect: notes } }])
      expect((await world.rest(ada, 'POST', '/persons', { data })).status).to.equal(403);
    const query = 'mutation ($data: PersonInput!) { createPerson(data: $data) { data { id } } }';
    const { errors } = await world.graphql(ada, query, { data: { notes } });
    expect(errors?.[0]?.extensions.code).to.equal('FORBIDDEN');
    expect(await owners('notes')).to.deep.equal(before);
    await world.app.access.grant(ada.role, type, ['update']);
    expect((await world.rest(ada, 'POST', '/persons', { data: { notes } })).status).to.equal(201);
  });

  it('go with a document that somebody may delete', async () => {
    const type = uid('note');
    await restore('notes');
    await world.app.access.grant(other, type, ['find'], { filters: mine });
    await world.app.access.revoke(ada.role, type, ['update']);
    await world.app.access.grant(ada.role, person, ['create', 'find', 'delete']);
    const persons = world.app.documents(person);
    const note = await world.app.documents(type).create({ data: { text: 'x' } });
    for (const way of ['REST', 'GraphQL']) {
      const { documentId } = await persons.create({ data: { notes: [note['documentId']] } });
      const id = textOf(documentId);
      if (way === 'REST') expect((await world.rest(ada, 'DELETE', `/persons/${id}`)).status).to.equal(204);
      else {
        const query = 'mutation ($id: ID!) { deletePerson(id: $id) { data { id } } }';
        expect((await world.graphql(ada, query, { id })).errors).to.equal(undefined);
      }
      const kept = await world.app.documents(type).findOne({
        documentId: textOf(note['documentId']),
        populate: ['owner'],
      });
      expect([way, kept?.['owner']]).to.deep.equal([way, null]);
    }
    await world.app.access.revoke(ada.role, person, ['create', 'find', 'delete']);
  });

  it("cannot be taken from a user's own record", async () => {
    const letter = uid('letter');
    await world.app.access.grant(other, letter, ['find', 'update'], {
      filters: { owner: { documentId: '$me' } },
    });
    await world.app.access.grant(ada.role, letter, ['find']);
    await world.app.access.grant(ada.role, userType, ['find', 'update'], { filters: { documentId: '$me' } });
    const letters = world.app.documents(letter);
    const { documentId } = await letters.create({ data: { owner: bob.documentId } });
    const body = { letters: { connect: [documentId] } };
    expect((await world.rest(ada, 'PUT', `/users/${ada.documentId}`, body)).status).to.equal(403);
    const kept = await letters.findOne({ documentId: textOf(documentId), populate: ['owner'] });
    expect(kept).to.have.nested.property('owner.documentId', bob.documentId);
  });
});
