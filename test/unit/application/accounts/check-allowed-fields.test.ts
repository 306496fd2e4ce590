import { expect } from 'chai';
import { checkAllowedFields } from '../../../../src/application/accounts/check-allowed-fields.js';
import { component, relation, schemaFrom } from '../../../schema-builders.js';

const userType = 'plugin::users-permissions.user';
const schemaOf = () => {
  const attributes = {
    nickname: { type: 'string' },
    friend: relation('oneToOne', userType),
    avatar: { type: 'media', multiple: false },
    home: { type: 'component', component: 'place.address' },
    work: { type: 'component', component: 'place.office' },
    likes: { type: 'dynamiczone', components: ['place.address', 'place.office'] },
    been: { type: 'dynamiczone', components: ['place.address'] },
  };
  return schemaFrom({
    contentTypes: [{ uid: userType, file: 'user.json', definition: { info: {}, attributes } }],
    components: [
      component('place.address', { street: { type: 'string' } }),
      component('place.office', { at: { type: 'component', component: 'place.room' } }),
      component('place.room', { picture: { type: 'media', multiple: false } }),
    ],
  });
};

describe('the attributes that registration accepts', () => {
  const schema = schemaOf();

  it("are the user's own values", () => {
    const names = ['username', 'email', 'password', 'nickname', 'home', 'been'];
    expect(checkAllowedFields(schema, names)).to.deep.equal([]);
  });

  for (const name of ['friend', 'avatar', 'work', 'likes'])
    it(`exclude ${name}, which links documents`, () => {
      expect(checkAllowedFields(schema, ['nickname', name])[0]).to.match(
        new RegExp(`^"${name}" links documents`),
      );
    });

  for (const name of [
    'role',
    'confirmed',
    'blocked',
    'provider',
    'subject',
    'sessionEpoch',
    'id',
    'createdAt',
  ])
    it(`exclude ${name}, which the server or an administrator sets`, () => {
      expect(checkAllowedFields(schema, [name])).to.deep.equal([
        `"${name}" is what the server, or who administers it, decides about users`,
      ]);
    });

  it('are attributes of the user type', () => {
    expect(checkAllowedFields(schema, ['nope', '__proto__', 'nickname'])).to.deep.equal([
      `"nope" is no attribute of ${userType}`,
      `"__proto__" is no attribute of ${userType}`,
    ]);
  });
});
