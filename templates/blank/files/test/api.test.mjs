import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createQuire } from 'quire-cms';

const quire = createQuire({ app: '.', env: { DATABASE_URL: 'memory:', PORT: '0', NODE_ENV: 'test' } });
let url;

before(async () => ({ url } = await quire.start()));
after(() => quire.stop());

test('the server is healthy', async () => {
  assert.equal((await fetch(`${url}/_health`)).status, 204);
});

test('what does not exist is not found', async () => {
  assert.equal((await fetch(`${url}/api/nothing`)).status, 404);
});
