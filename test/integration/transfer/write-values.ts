import type { Documents } from '../../../src/application/documents/documents.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { valueOf } from '../../contract/world.js';
import { shop, thing } from './shop-schema.js';

const item = (more: object) => ({
  label: 'é "quoted" \\ {a,b} 😀',
  weight: 0.1,
  at: '10:00:00.001',
  seen: '0001-01-01T00:00:00.000Z',
  big: '9223372036854775807',
  more: { b: 1, a: [null, { $set: 1 }], '0': 'NULL' },
  ...more,
});

const values = [
  { name: '', data: [], yes: false, float: -0.5, price: 0, big: '0', parts: [] },
  { name: 'NULL', data: 'NULL', float: 1e21, price: 9_999_999_999.99, big: '-9223372036854775808' },
  { name: '{"a"}', data: { $where: '1', 'a.b': 1, '': [[]] }, day: '0001-01-01', at: '00:00:00' },
  {
    name: 'line\nbreak\ttab',
    data: 0,
    day: '9999-12-31',
    at: '23:59:59.999',
    seen: '9999-12-31T23:59:59.999Z',
  },
  { name: '\\N', secret: 'hidden', data: [1.5, 'é'], float: 1 / 3, seen: '2024-02-29T00:00:00.001Z' },
];

/** Creates things with values of every kind, also in components and zones. */
export async function writeValues(writing: Documents): Promise<void> {
  const answer = { fields: ['documentId'] };
  const made = await writing.create(systemPrincipal, {
    kind: 'create',
    type: shop,
    layer: 'published',
    data: { name: 'Corner' },
    answer,
  });
  const documentId = valueOf(made).answer.documents()[0]?.['documentId'];
  for (const data of values) {
    const zone = [{ __component: 'made.part', ...item({ shop: { documentId } }) }];
    const whole = { parts: [item({}), {}], zone, shops: [documentId], ...data };
    const mutation = { kind: 'create', type: thing, layer: 'published', data: whole, answer } as const;
    valueOf(await writing.create(systemPrincipal, mutation));
  }
}
