import { expect } from 'chai';
import { Readable } from 'node:stream';
import type { Action, Permission, Principal } from '../../src/domain/permission/permission.js';
import { systemPrincipal, unlimited } from '../../src/domain/permission/permission.js';
import { where } from '../contract/questions.js';
import { failureOf, idOf, valueOf } from '../contract/results.js';
import { createUploadWorld, type UploadWorld } from './upload-world.js';

const file = 'plugin::upload.file';
const place = 'api::place.place';

type Limits = Partial<Record<Action, Partial<Permission>>>;

const holding = (grants: Readonly<Record<string, Limits>>): Principal => ({
  kind: 'user',
  name: 'user',
  grants: {
    kind: 'listed',
    listed: new Map(
      Object.entries(grants).map(([uid, limits]) => [
        uid,
        new Map(
          Object.entries(limits).map(([action, limit]) => [action as Action, { ...unlimited, ...limit }]),
        ),
      ]),
    ),
  },
});

const ours = { filter: where('caption', '$eq', 'ours') };

describe('files with limited grants', () => {
  let world: UploadWorld;

  beforeEach(async () => (world = await createUploadWorld()));
  afterEach(() => world.remove());

  const upload = async (
    principal: Principal,
    caption: string,
    link?: { ref: string; refId: string | number; field: string },
  ) => {
    const started = world.media.upload(principal);
    if (!started.ok) return started;
    valueOf(await started.value.receive({ name: 'a.txt', content: Readable.from(['text']) }));
    const details = { info: { caption }, ...(link && { link: { ...link, layer: 'published' as const } }) };
    const finished = await started.value.finish(details);
    if (!finished.ok) await started.value.abandon();
    return finished;
  };

  const put = async (caption: string): Promise<string> =>
    idOf(valueOf(await upload(systemPrincipal, caption))[0]);

  it('only files that a grant covers are found, changed and deleted', async () => {
    const [own, foreign] = [await put('ours'), await put('theirs')];
    const principal = holding({ [file]: { findOne: ours, update: ours, delete: ours } });
    const query = { range: { offset: 0, limit: 1 }, count: false, layer: 'published' as const };
    for (const act of [
      (name: string) => world.media.findOne(principal, name, query),
      (name: string) => world.media.describe(principal, name, { alternativeText: 'x' }),
      (name: string) => world.media.remove(principal, name),
    ]) {
      expect(failureOf(await act(foreign)).code).to.equal('DOCUMENT.NOT_FOUND');
      valueOf<unknown>(await act(own));
    }
  });

  const replace = async (principal: Principal, name: string, info: object) => {
    const started = await world.media.replace(principal, name);
    if (!started.ok) return started;
    valueOf(await started.value.receive({ name: 'b.txt', content: Readable.from(['other']) }));
    const finished = await started.value.finish({ info });
    if (!finished.ok) await started.value.abandon();
    return finished;
  };
  const captionOf = async (documentId: string): Promise<unknown> => {
    const query = { range: { offset: 0, limit: 1 }, count: false, layer: 'published' as const };
    const found = valueOf(await world.media.findOne(systemPrincipal, documentId, query));
    return found.answer.documents()[0]?.['caption'];
  };

  it('no file is changed into one that the grant does not cover', async () => {
    const own = await put('ours');
    const principal = holding({ [file]: { update: ours } });
    for (const act of [
      () => world.media.describe(principal, own, { caption: 'theirs' }),
      () => replace(principal, own, { caption: 'theirs' }),
    ])
      expect(failureOf(await act()).code).to.equal('POLICY.DENIED');
    expect(await captionOf(own)).to.equal('ours');
    const before = await world.stored();
    valueOf(await replace(principal, own, { alternativeText: 'x' }));
    const after = await world.stored();
    expect(after).to.have.length(1);
    expect(after).not.to.deep.equal(before);
  });

  it("a file that is no longer the principal's when it is written is not changed", async () => {
    const theirs = { caption: 'theirs' };
    const principal = holding({ [file]: { update: ours, delete: ours } });
    for (const act of [
      async (name: string) => {
        const started = valueOf(await world.media.replace(principal, name));
        valueOf(await started.receive({ name: 'b.txt', content: Readable.from(['other']) }));
        valueOf(await world.media.describe(systemPrincipal, name, theirs));
        const finished = await started.finish({ info: { caption: 'ours' } });
        await started.abandon();
        return finished;
      },
      async (name: string) => {
        world.between(async () => void valueOf(await world.media.describe(systemPrincipal, name, theirs)));
        return world.media.remove(principal, name);
      },
      async (name: string) => {
        world.between(async () => void valueOf(await world.media.describe(systemPrincipal, name, theirs)));
        return world.media.describe(principal, name, { caption: 'ours' });
      },
    ]) {
      const name = await put('ours');
      const files = await world.stored();
      expect(failureOf(await act(name)).code).to.equal('DOCUMENT.NOT_FOUND');
      expect(await captionOf(name)).to.equal('theirs');
      expect(await world.stored()).to.deep.equal(files);
    }
  });

  it('no file is changed whose new record the principal could not see', async () => {
    const principal = holding({ [file]: { update: {}, findOne: ours } });
    const foreign = await put('theirs');
    expect(failureOf(await world.media.describe(principal, foreign, { name: 'x' })).code).to.equal(
      'DOCUMENT.NOT_FOUND',
    );
    expect(failureOf(await replace(principal, foreign, {})).code).to.equal('DOCUMENT.NOT_FOUND');
    expect(await world.stored()).to.have.length(1);
  });

  it('only attributes that a grant names are changed and shown', async () => {
    const own = await put('ours');
    const principal = holding({
      [file]: { update: { fields: new Set(['caption']) }, find: { fields: new Set(['name']) } },
    });
    const refused = await world.media.describe(principal, own, { alternativeText: 'x' });
    expect(failureOf(refused)).to.include({
      code: 'INPUT.INVALID_KEY',
      message: 'Invalid key alternativeText',
    });
    const shown = valueOf(await world.media.describe(principal, own, { caption: 'new' }));
    expect(shown).to.include.keys('id', 'documentId', 'name').and.not.to.include.keys('caption', 'url');
  });

  it('only a grant without limits allows uploading or replacing files', async () => {
    const own = await put('ours');
    const principal = holding({ [file]: { create: ours, update: { fields: new Set(['caption']) } } });
    expect(failureOf(await upload(principal, 'ours')).code).to.equal('POLICY.DENIED');
    expect(failureOf(await world.media.replace(principal, own)).code).to.equal('POLICY.DENIED');
  });

  it('uploads can be linked only to documents that the uploader may change', async () => {
    const data = (Name: string) =>
      ({ kind: 'create', type: place, layer: 'published', data: { Name }, answer: {} }) as const;
    const make = async (name: string) =>
      idOf(valueOf(await world.documents.create(systemPrincipal, data(name))).answer.documents()[0]);
    const [own, foreign] = [await make('ours'), await make('theirs')];
    const update = { filter: where('Name', '$eq', 'ours'), fields: new Set(['Gallery']) };
    const principal = holding({ [file]: { create: {} }, [place]: { update } });
    const link = { ref: place, field: 'Gallery' };
    valueOf(await upload(principal, 'c', { ...link, refId: own }));
    expect(failureOf(await upload(principal, 'c', { ...link, refId: foreign })).message).to.include(
      'no document',
    );
    const numberOf = (documentId: string) =>
      ({
        type: place,
        action: 'find',
        documentId,
        range: { offset: 0, limit: 1 },
        count: false,
        layer: 'published',
      }) as const;
    const number = valueOf(
      await world.documents.find(systemPrincipal, numberOf(foreign)),
    ).answer.documents()[0]?.['id'];
    const byNumber = failureOf(await upload(principal, 'c', { ...link, refId: Number(number) })).message;
    const none = failureOf(await upload(principal, 'c', { ...link, refId: 999_999 })).message;
    expect(byNumber).to.equal(none.replace('999999', String(Number(number))));
    const cover = await upload(principal, 'c', { ...link, refId: own, field: 'Sounds' });
    expect(failureOf(cover).message).to.equal('Invalid key Sounds');
    expect(await world.stored()).to.have.length(1);
  });
});
