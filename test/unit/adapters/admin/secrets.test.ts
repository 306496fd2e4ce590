import { expect } from 'chai';
import type { WireType } from '../../../../src/adapters/delivery/admin/contract/types.js';
import { noEdits } from '../../../../src/adapters/delivery/admin/page/entry/edits.js';
import { secretsOf } from '../../../../src/adapters/delivery/admin/page/entry/secrets.js';

type Attribute = WireType['attributes'][number];
type Components = Parameters<typeof secretsOf>[0];

const attribute = (one: object): Attribute => one as Attribute;
const text = attribute({ kind: 'scalar', name: 'text', type: 'string' });
const password = attribute({ kind: 'scalar', name: 'password', type: 'password' });
const component = (name: string, uid: string): Attribute =>
  attribute({ kind: 'component', name, component: uid, repeatable: true });

describe('what the admin page keeps nowhere', () => {
  const components = [
    { uid: 'a.door', attributes: [text, password] },
    { uid: 'a.house', attributes: [component('doors', 'a.door'), component('annexes', 'a.house')] },
    { uid: 'a.field', attributes: [text, component('parts', 'a.field')] },
  ] as unknown as Components;
  const secrets = secretsOf(components, [
    text,
    password,
    component('field', 'a.field'),
    component('house', 'a.house'),
    attribute({ kind: 'zone', name: 'places', components: ['a.field', 'a.house', 'a.door'] }),
    attribute({ kind: 'relation', name: 'owner', target: 'a.house', many: false }),
  ]);
  const door = { id: 1, text: 'green', password: 'open sesame' };
  const bare = { id: 1, text: 'green' };

  it('is each password, also within components and zones', () => {
    const values = {
      text: 'green',
      password: 'open sesame',
      field: [{ text: 'green', parts: [{ text: 'password' }] }],
      house: [{ doors: [door], annexes: [{ doors: [bare, door] }] }],
      places: [
        { __component: 'a.door', ...door },
        { __component: 'a.house', doors: [door] },
      ],
    };
    expect(secrets.withoutIn({ ...noEdits, values }).values).to.deep.equal({
      text: 'green',
      field: values.field,
      house: [{ doors: [bare], annexes: [{ doors: [bare, bare] }] }],
      places: [
        { __component: 'a.door', ...bare },
        { __component: 'a.house', doors: [bare] },
      ],
    });
  });

  it('changes nothing where nobody typed one', () => {
    const edits = { ...noEdits, values: { house: [{ doors: [bare] }], places: null } };
    expect(secrets.withoutIn(edits)).to.equal(edits);
  });
});
