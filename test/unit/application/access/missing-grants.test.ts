import { expect } from 'chai';
import { createDeclaredActions } from '../../../../src/application/access/declared-actions.js';
import { lostActions } from '../../../../src/application/access/missing-grants.js';
import type { GrantedAction } from '../../../../src/domain/permission/permission.js';
import { fixtureSchema } from '../../../http/fixture.js';

describe('grants of actions', () => {
  const warnings = (type: string, actions: readonly string[]): readonly string[] => {
    const declared = createDeclaredActions();
    declared.replace([{ type: 'api::pay.pay', action: 'checkout' }]);
    return lostActions(fixtureSchema(), declared, [
      { name: 'authenticated', grants: [{ type, actions: actions as readonly GrantedAction[] }] },
    ]);
  };

  it('are named at the start if no route has the action any more', () => {
    expect(warnings('api::pay.pay', ['checkout', 'gone'])).to.deep.equal([
      'The role authenticated may api::pay.pay.gone, but no route has this handler. ' +
        'If it is gone for good: quire revoke authenticated api::pay.pay gone',
    ]);
  });

  it('are not named if the action is one of the server', () => {
    expect(warnings('plugin::users-permissions.user', ['me', 'find'])).to.deep.equal([]);
    expect(warnings('plugin::users-permissions.auth', ['callback'])).to.deep.equal([]);
    expect(warnings('plugin::users-permissions.user', ['mine'])).to.have.length(1);
  });
});
