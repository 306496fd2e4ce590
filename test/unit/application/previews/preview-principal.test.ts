import { expect } from 'chai';
import { admit } from '../../../../src/application/access/rules/access-rule.js';
import { previewPrincipal } from '../../../../src/application/previews/preview-principal.js';
import { asLinked, decide, type Principal } from '../../../../src/domain/permission/permission.js';
import { fileType, roleType, userType } from '../../../../src/domain/schema/built-in-uids.js';
import type { ContentType } from '../../../../src/domain/schema/schema.js';
import { fixtureSchema, uidOf } from '../../../contract/fixture-schema.js';

describe('who holds a preview', () => {
  const schema = fixtureSchema();
  const [chef, dish] = [uidOf('chef'), uidOf('dish')];
  const maker: Principal = {
    kind: 'administrator',
    name: 'ana@example.org',
    grants: { kind: 'all' },
    user: { id: 1, documentId: 'maker' },
  };
  const claims = { maker: 'maker', type: chef, documentId: 'shown', locale: null, expiresAt: '' };
  const holder = previewPrincipal(schema, schema.contentTypes.get(chef) as ContentType, maker, claims);

  it('may read what sites show behind the document, but not from users to their roles and so to all users', () => {
    const follows = (type: string): boolean => decide(asLinked(holder), 'find', type) !== null;
    expect([dish, fileType, userType].map(follows)).to.deep.equal([true, true, true]);
    expect(follows(roleType)).to.equal(false);
  });

  it('gets no more where a resolver is open to everybody or asks for other grants', () => {
    const everybody = { kind: 'everybody' } as const;
    const scopes = { kind: 'scopes', scopes: [{ type: chef, action: 'findDrafts' }] } as const;
    for (const rule of [undefined, everybody, scopes])
      expect(admit(rule, holder, { type: dish, action: 'find' }, schema)).to.equal(null);
  });
});
