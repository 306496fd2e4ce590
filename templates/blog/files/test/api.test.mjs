import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createQuire } from 'quire-cms';

const quire = createQuire({ app: '.', env: { DATABASE_URL: 'memory:', PORT: '0', NODE_ENV: 'test' } });
let url;

before(async () => ({ url } = await quire.start()));
after(() => quire.stop());

const get = async (path) => {
  const answer = await fetch(`${url}/api${path}`);
  return { status: answer.status, ...(await answer.json()) };
};

test('everybody may read published articles with their authors', async () => {
  const { status, data } = await get('/articles?sort=title&populate=author');
  assert.equal(status, 200);
  assert.deepEqual(
    data.map(({ title, author }) => [title, author.name]),
    [
      ['How to read a river', 'Ines Duarte'],
      ['Three soups for rain', 'Tomas Berg'],
    ],
  );
});

test('articles of a tag are found', async () => {
  const { data } = await get('/articles?filters[tags][name][$eq]=Kitchen&fields=title');
  assert.deepEqual(
    data.map(({ title }) => title),
    ['Three soups for rain'],
  );
});

test('drafts are private', async () => {
  assert.equal((await get('/articles?status=draft')).status, 403);
});

test('a token may write', async () => {
  const { token } = await quire.app.access.createToken({ name: 'test', access: 'full-access' });
  const answer = await fetch(`${url}/api/tags`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: { name: 'Travel' } }),
  });
  assert.equal(answer.status, 201);
  assert.equal((await get('/tags?filters[name][$eq]=Travel')).data.length, 1);
});
