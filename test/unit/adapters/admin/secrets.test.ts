import { expect } from 'chai';
import type { WireType } from '../../../../src/adapters/delivery/admin/contract/types.js';
import { secretsOf } from '../../../../src/adapters/delivery/admin/page/entry/component-value.js';

type Attribute = WireType['attributes'][number];
type Components = Parameters<typeof secretsOf>[0];

const attribute = (one: object): Attribute => one as Attribute;
const text = attribute({ kind: 'scalar', name: 'text', type: 'string' });
const password = attribute({ kind: 'scalar', name: 'password', type: 'password' });
const component = (name: string, uid: string): Attribute =>
  attribute({ kind: 'component', name, component: uid, repeatable: true });

describe('what the admin page keeps nowhere', () => {
  it('is each attribute with a password, also within components and zones', () => {
    const components = [
      { uid: 'a.door', attributes: [text, password] },
      { uid: 'a.house', attributes: [component('doors', 'a.door'), component('annexes', 'a.house')] },
      { uid: 'a.field', attributes: [text, component('parts', 'a.field')] },
    ] as unknown as Components;
    const found = secretsOf(components, [
      text,
      password,
      component('field', 'a.field'),
      component('house', 'a.house'),
      attribute({ kind: 'zone', name: 'places', components: ['a.field', 'a.house'] }),
      attribute({ kind: 'zone', name: 'fields', components: ['a.field'] }),
      attribute({ kind: 'relation', name: 'owner', target: 'a.house', many: false }),
    ]);
    expect([...found]).to.deep.equal(['password', 'house', 'places']);
  });
});
