import { expect } from 'chai';
import { dish, note, openAdmin, type AdminWorld, type Answered, type Browser } from './admin-world.js';

describe('a request that is sent again', () => {
  let world: AdminWorld;
  let owner: Browser;
  let token: string;

  before(async () => {
    world = await openAdmin({ RATE_LIMIT: 'false' });
    owner = await world.signedIn('owner');
    const made = await owner.api('POST', 'tokens', { name: 'shop', access: 'full-access' });
    token = made.body.data.token as string;
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  let number = 0;
  const someKey = (): string => `key-${(number += 1)}`;
  const rest = async (
    key: string,
    Title: string,
    query = '',
    by = token,
  ): Promise<Pick<Answered, 'status' | 'body'>> => {
    const answer = await fetch(`${world.url}/api/notes${query}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${by}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify({ data: { Title } }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const titled = async (Title: string): Promise<number> => {
    const path = `documents/${note}?filters[Title][$eq]=${Title}`;
    return (await owner.api('GET', path)).body.data.length as number;
  };
  const admin = (browser: Browser, key: string, Name: string) =>
    browser.api('POST', `documents/${dish}`, { set: { Name } }, { 'Idempotency-Key': key });

  it('makes one document over REST, and is answered with it', async () => {
    const key = someKey();
    const answers = await Promise.all(Array.from({ length: 5 }, () => rest(key, 'rest')));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.documentId as string)).size).to.equal(1);
    expect(await titled('rest')).to.equal(1);
    expect((await rest(someKey(), 'rest')).status).to.equal(201);
    expect(await titled('rest')).to.equal(2);
  });

  it('is refused if it is another request', async () => {
    const key = someKey();
    await rest(key, 'one');
    for (const other of [await rest(key, 'two'), await rest(key, 'one', '?fields=Title')]) {
      expect(other.status).to.equal(422);
      expect(other.body.error).to.include({ name: 'UnprocessableEntityError' });
      expect(other.body.error.message).to.contain('Idempotency-Key');
    }
    expect([await titled('one'), await titled('two')]).to.deep.equal([1, 0]);
  });

  it('is answered with what the document is by now, and not found if it is gone', async () => {
    const key = someKey();
    const { documentId } = (await rest(key, 'then')).body.data as { documentId: string };
    await owner.api('PATCH', `documents/${note}/${documentId}`, { set: { Title: 'now' } });
    expect((await rest(key, 'then')).body.data).to.include({ documentId, Title: 'now' });
    await owner.api('DELETE', `documents/${note}/${documentId}`);
    expect((await rest(key, 'then')).status).to.equal(404);
  });

  it('is answered with what the client may read by now, as others may have written the document', async () => {
    const tokenWith = async (name: string, grants: readonly unknown[]): Promise<string> =>
      (await owner.api('POST', 'tokens', { name, access: 'custom', grants })).body.data.token as string;
    const create = { type: note, actions: ['create'] };
    const open = { type: note, actions: ['findOne'], filters: { Title: { $ne: 'internal' } } };
    const [writer, reader] = [await tokenWith('writer', [create]), await tokenWith('reader', [create, open])];
    for (const [by, status, Title] of [
      [writer, 201, undefined],
      [reader, 404, undefined],
      [token, 201, 'internal'],
    ] as const) {
      const key = someKey();
      const first = (await rest(key, 'sent', '?fields=Title', by)).body.data;
      expect(first.Title).to.equal('sent');
      const { documentId } = first as { documentId: string };
      await owner.api('PATCH', `documents/${note}/${documentId}`, { set: { Title: 'internal' } });
      const again = await rest(key, 'sent', '?fields=Title', by);
      expect([again.status, again.body.data?.Title]).to.deep.equal([status, Title]);
      if (status === 201) expect(again.body.data.documentId).to.equal(documentId);
    }
  });

  it('may be another one after a refusal', async () => {
    const key = someKey();
    const wrong = await owner.api(
      'POST',
      `documents/${dish}`,
      { set: { Nothing: 1 } },
      { 'Idempotency-Key': key },
    );
    expect(wrong.status).to.equal(400);
    expect((await admin(owner, key, 'right')).status).to.equal(201);
  });

  it('has a key of 1 to 255 visible characters', async () => {
    for (const key of ['', 'a b', 'ä', 'x'.repeat(256)]) {
      const { status, body } = await rest(key, 'key');
      expect(status, key).to.equal(400);
      expect(body.error.message).to.contain('Idempotency-Key');
    }
    expect((await rest(`"${'x'.repeat(253)}"`, 'key')).status).to.equal(201);
  });

  it('has a key of its own for each client and content-type', async () => {
    const [key, editor] = [someKey(), await world.signedIn('editor')];
    const first = await admin(owner, key, 'same');
    const again = await admin(owner, key, 'same');
    const other = await admin(editor, key, 'other');
    const elsewhere = await rest(key, 'same');
    expect([first.status, again.status, other.status, elsewhere.status]).to.deep.equal([201, 201, 201, 201]);
    const ids = [first, again, other, elsewhere].map(({ body }) => body.data.documentId as string);
    expect(ids[1]).to.equal(ids[0]);
    expect(new Set(ids).size).to.equal(3);
  });

  it('duplicates an entry once', async () => {
    const id = (await admin(owner, someKey(), 'original')).body.data.documentId as string;
    const headers = { 'Idempotency-Key': someKey() };
    const copies = [1, 2].map(() => owner.api('POST', `documents/${dish}/${id}/duplicate`, {}, headers));
    const ids = (await Promise.all(copies)).map(({ body }) => body.data.documentId as string);
    expect(ids[1]).to.equal(ids[0]).and.not.equal(id);
  });

  it('needs the grant to create when it comes again', async () => {
    const key = someKey();
    const author = await world.signedIn('author');
    expect((await admin(author, key, 'mine')).status).to.equal(201);
    const { data } = (await author.api('GET', 'start')).body;
    await owner.api('PATCH', `administrators/${data.administrator.documentId}`, { blocked: true });
    expect((await admin(author, key, 'mine')).status).to.equal(401);
  });
});
