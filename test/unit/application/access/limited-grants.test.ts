import { expect } from 'chai';
import { createGrantFilters } from '../../../../src/adapters/delivery/codec/create-grant-filters.js';
import { createMemoryAccessStore } from '../../../../src/adapters/store/memory/create-memory-access-store.js';
import { createAccess, type Access } from '../../../../src/application/access/access.js';
import type { AccessStore } from '../../../../src/application/ports/access-store.js';
import { decide, filterFor } from '../../../../src/domain/permission/permission.js';
import type { Result } from '../../../../src/domain/result.js';
import type { Json } from '../../../../src/domain/schema/schema.js';
import { contentType, drafts, relation, schemaFrom } from '../../../schema-builders.js';

const note = 'api::note.note';
const draft = 'api::draft.draft';

const author = relation('manyToOne', 'plugin::users-permissions.user');
const schema = schemaFrom({
  contentTypes: [
    contentType('note', 'notes', { title: { type: 'string' }, size: { type: 'integer' }, author }),
    contentType('draft', 'drafts', { title: { type: 'string' } }, drafts),
  ],
});

const mine = { author: { documentId: '$me' } };

describe('grants with fields and filters', () => {
  let store: AccessStore;
  let access: Access;
  let warnings: unknown[];

  beforeEach(async () => {
    store = createMemoryAccessStore();
    warnings = [];
    const ignore = (): void => undefined;
    access = createAccess({
      store,
      schema,
      clock: { now: () => '2030-01-01T00:00:00.000Z' },
      secrets: { create: () => 'token', hash: (text) => text, same: (one, other) => one === other },
      filters: createGrantFilters(),
      log: { debug: ignore, info: ignore, warn: (_, fields) => void warnings.push(fields), error: ignore },
    });
    await access.load();
  });
  afterEach(() => access.stop());

  const user = () =>
    access.userPrincipal({ id: 7, documentId: 'u7', username: 'ada', role: 'authenticated' });

  const refusal = (result: Result<unknown>): string => {
    if (result.ok) throw new Error('it was not refused');
    expect(result.failure.code).to.equal('INPUT.INVALID');
    return result.failure.message;
  };

  const grant = (limits: { fields?: unknown; filters?: unknown }, role = 'authenticated') =>
    access.grant(role, note, ['find'], limits);

  it('become permissions, with $me replaced by the user', async () => {
    expect((await grant({ fields: ['title', 'author', 'title'], filters: mine })).ok).to.equal(true);
    const permission = decide(user(), 'find', note);
    expect([...(permission?.fields ?? [])]).to.deep.equal(['author', 'title']);
    expect(permission && filterFor(user(), permission)).to.deep.equal({
      kind: 'at',
      key: 'author',
      filter: { kind: 'at', key: 'documentId', filter: { kind: 'compare', operator: '$eq', value: 'u7' } },
    });
    expect(decide(user(), 'findOne', note)).to.equal(null);
  });

  it('are replaced by the next grant of the same action', async () => {
    await grant({ fields: ['title'], filters: mine });
    await grant({ filters: { size: { $gt: 3 } } });
    expect(access.grants().find(({ name }) => name === 'authenticated')?.grants).to.deep.equal([
      { type: note, actions: ['find'], filters: { size: { $gt: 3 } } },
    ]);
    await grant({});
    expect(decide(user(), 'find', note)).to.deep.equal({ fields: null, filter: null });
  });

  const refused: readonly (readonly [string, { fields?: unknown; filters?: unknown }, RegExp])[] = [
    [
      'an unknown attribute',
      { fields: ['title', 'nope'] },
      /has no attribute "nope"; there are: title, size, author/,
    ],
    ['a system field', { fields: ['id'] }, /^Fields need not name "id"/],
    ['fields that are no list', { fields: 'title' }, /^Fields are a list/],
    ['a hole in the fields', { fields: [undefined] }, /has no attribute undefined/],
    ['an unknown attribute in filters', { filters: { nope: 1 } }, /Invalid key nope/],
    ['an unknown operator', { filters: { title: { $is: 1 } } }, /Invalid key \$is at title/],
    ['a value that does not fit', { filters: { size: { $gt: 'tall' } } }, /size/],
    ['filters that restrict nothing', { filters: {} }, /restrict nothing/],
    ['filters of nothing in a group', { filters: { $and: [{}] } }, /restrict nothing/],
    ['filters that are no object', { filters: [mine] }, /^Filters are an object/],
    ['filters that are text', { filters: 'title' }, /^Filters are an object/],
    ['filters that are no JSON', { filters: { title: new Date() } }, /they are JSON/],
    ['a null character', { filters: { title: 'a\u0000' } }, /null character/],
  ];
  for (const [what, limits, message] of refused)
    it(`are refused with ${what}`, async () => {
      expect(refusal(await grant(limits))).to.match(message);
      expect(await store.revision()).to.deep.equal({ ok: true, value: 0 });
    });

  it('are refused with a member that grants do not have', () => {
    const request = { uid: note, actions: ['find'], where: { title: 'mine' } };
    expect(refusal(access.checkGrants('authenticated', [request]))).to.include('no "where"');
  });

  it('are refused when nested too deeply, however deep', async () => {
    const nested = (levels: number): Json =>
      JSON.parse(`${'{"$not":'.repeat(levels)}{"size":1}${'}'.repeat(levels)}`) as Json;
    for (const levels of [30, 100, 5000])
      expect(refusal(await grant({ filters: nested(levels) }))).to.match(/nested deeper/);
  });

  it('cannot use $me for holders that are not users', async () => {
    expect(refusal(await grant({ filters: mine }, 'public'))).to.match(/"\$me"/);
    const request = {
      name: 'a',
      access: 'custom',
      grants: [{ uid: note, actions: ['find'], filters: mine }],
    };
    expect(refusal(await access.createToken(request))).to.match(/"\$me"/);
  });

  it('are refused for actions that they cannot apply to', async () => {
    expect(refusal(await access.grant('authenticated', note, ['publish']))).to.equal(
      `"publish" has no sense for ${note}, which has no drafts`,
    );
    expect((await access.grant('authenticated', draft, ['publish'])).ok).to.equal(true);
    expect(refusal(await access.grant('authenticated', note, ['delete'], { fields: ['title'] }))).to.match(
      /whole documents/,
    );
  });

  it('apply to tokens too', async () => {
    const grants = [{ uid: note, actions: ['find'], fields: ['title'], filters: { size: 3 } }];
    const made = await access.createToken({ name: 'a', access: 'custom', grants });
    const principal = made.ok ? access.principalOfToken(made.value.token) : null;
    expect(principal && decide(principal, 'find', note)?.filter).to.deep.include({ kind: 'at', key: 'size' });
  });

  const stale: readonly (readonly [string, Json])[] = [
    ['an attribute that is gone', { gone: 1 }],
    ['a value that fits no more', { size: 'tall' }],
    ['nothing that restricts', {}],
  ];
  for (const [what, filters] of stale)
    it(`permit nothing when their filters name ${what}, which is logged once`, async () => {
      const role = 'authenticated';
      const held = { role, type: note, actions: ['find', 'findOne'] as const, filters };
      await store.change({ grant: [held, { role, type: note, actions: ['update'] }] });
      await access.load();
      expect(decide(user(), 'find', note)).to.equal(null);
      expect(decide(user(), 'update', note)).not.to.equal(null);
      await access.grant('public', note, ['find']);
      expect(decide(user(), 'find', note)).to.equal(null);
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.deep.include({ holder: 'role authenticated', type: note });
    });

  it('do not cover removed attributes', async () => {
    const held = { role: 'authenticated', type: note, actions: ['find'] as const, fields: ['gone'] };
    await store.change({ grant: [held] });
    await access.load();
    expect([...(decide(user(), 'find', note)?.fields ?? ['all'])]).to.deep.equal(['gone']);
  });

  it('of a role are built once, even if other roles change', async () => {
    await grant({ filters: mine });
    const { grants } = user();
    await access.grant('public', note, ['find']);
    expect(user().grants).to.equal(grants);
    await grant({});
    expect(user().grants).not.to.equal(grants);
  });

  it('are validated as a list, in which the later of two counts', () => {
    expect(refusal(access.checkGrants('editor', [{ uid: note, actions: ['nope'] }]))).to.match(
      /Unknown action/,
    );
    const requests = [
      { uid: note, actions: ['create', 'find'] },
      { uid: note, actions: ['find'], fields: ['title'] },
    ];
    expect(access.checkGrants('editor', requests)).to.deep.equal({
      ok: true,
      value: [
        { type: note, actions: ['find'], fields: ['title'] },
        { type: note, actions: ['create'] },
      ],
    });
  });

  it('list the relations in filters of all roles and tokens, as they change', async () => {
    const decisive = () => [...access.decisive()].map(({ name }) => name);
    expect(decisive()).to.deep.equal([]);
    await grant({ filters: { title: 'open' } });
    expect(decisive()).to.deep.equal([]);
    await grant({ filters: { $not: { $or: [{ title: 'open' }, mine] } } });
    expect(decisive()).to.deep.equal(['author']);
    await access.revoke('authenticated', note, ['find']);
    expect(decisive()).to.deep.equal([]);
    const filters = { author: { username: 'ada' } };
    await access.createToken({
      name: 'ci',
      access: 'custom',
      grants: [{ uid: note, actions: ['update'], filters }],
    });
    expect(decisive()).to.deep.equal(['author']);
    await access.revokeToken('ci');
    expect(decisive()).to.deep.equal([]);
  });
});
