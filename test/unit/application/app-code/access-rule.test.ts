import { expect } from 'chai';
import { admit, readAccessRule } from '../../../../src/application/access/rules/access-rule.js';
import {
  decide,
  grantsOf,
  systemPrincipal,
  type Action,
  type Grants,
  type Permission,
  type Principal,
} from '../../../../src/domain/permission/permission.js';
import type { Filter } from '../../../../src/domain/query/query.js';
import { fixtureSchema } from '../../../http/fixture.js';

const schema = fixtureSchema();
const restaurant = 'api::restaurant.restaurant';
const dish = 'api::dish.dish';
const find = { type: restaurant, action: 'find' } as const;

const holding = (grants: Grants): Principal => ({
  kind: 'user',
  name: 'u',
  grants,
  user: { id: 1, documentId: 'u' },
});
const nobody = holding(grantsOf([]));
const limitedTo = (permission: Permission): Principal =>
  holding({
    kind: 'listed',
    listed: new Map([[restaurant, new Map<Action, Permission>([['find', permission]])]]),
  });
const names: Permission = { fields: new Set(['Name']), filter: null };

const rule = (auth: unknown) => readAccessRule(auth, schema, 'here');
const allowed = (principal: Principal | null, action: Action, type: string) =>
  principal === null ? 'refused' : decide(principal, action, type);

const everything: Permission = { fields: null, filter: null };

describe('the access rule of a route or resolver', () => {
  it('is the grant of the action if nothing is declared', () => {
    for (const auth of [undefined, null, true]) expect(rule(auth)).to.equal(undefined);
    expect(admit(undefined, nobody, find, schema)).to.equal(null);
    const limited = limitedTo(names);
    expect(admit(undefined, limited, find, schema)).to.equal(limited);
    expect(admit(undefined, nobody, undefined, schema)).to.equal(nobody);
  });

  it('false allows the one action without limits, and changes nothing else', () => {
    for (const principal of [nobody, limitedTo(names), holding({ kind: 'read' })]) {
      const create = { type: dish, action: 'create' } as const;
      const opened = admit(rule(false), principal, create, schema);
      expect(allowed(opened, 'create', dish)).to.deep.equal(everything);
      for (const action of ['find', 'update', 'delete', 'publish'] as const)
        for (const type of [restaurant, dish])
          expect(allowed(opened, action, type), `${action} ${type}`).to.deep.equal(
            decide(principal, action, type),
          );
      expect(opened).to.deep.include({ kind: 'user', name: 'u', user: { id: 1, documentId: 'u' } });
    }
    expect(allowed(admit(rule(false), limitedTo(names), find, schema), 'find', restaurant)).to.deep.equal(
      everything,
    );
  });

  it('false changes nothing for principals with the grant, or without a content-type', () => {
    for (const principal of [systemPrincipal, holding({ kind: 'all' }), holding({ kind: 'read' })])
      expect(admit(rule(false), principal, find, schema)).to.equal(principal);
    expect(admit(rule(false), nobody, undefined, schema)).to.equal(nobody);
  });

  it('scope requires every listed grant, and never widens a grant', () => {
    const findOne = rule({ scope: [`${restaurant}.findOne`] });
    expect(admit(findOne, nobody, find, schema)).to.equal(null);
    const other = holding(grantsOf([[restaurant, ['findOne']]]));
    expect(allowed(admit(findOne, other, find, schema), 'find', restaurant)).to.deep.equal(everything);
    const own = rule({ scope: [`${restaurant}.find`] });
    const limited = limitedTo(names);
    expect(admit(own, limited, find, schema)).to.equal(limited);
    expect(admit(rule({ scope: [`${restaurant}.find`, `${dish}.find`] }), limited, find, schema)).to.equal(
      null,
    );
    expect(admit(rule({ scope: `${dish}.find` }), holding({ kind: 'read' }), undefined, schema)).to.not.equal(
      null,
    );
  });

  it('scope allows an action within the limits of the grants that it requires', () => {
    const named = (name: string): Filter => ({
      kind: 'at',
      key: 'Name',
      filter: { kind: 'compare', operator: '$eq', value: name },
    });
    const findOne = { type: restaurant, action: 'findOne' } as const;
    const within = (held: readonly (readonly [Action, Permission])[], ...scope: readonly string[]) => {
      const listed = new Map([
        [restaurant, new Map(held)],
        [dish, new Map([['find', names] as const])],
      ]);
      const asking = holding({ kind: 'listed', listed });
      return allowed(admit(rule({ scope }), asking, findOne, schema), 'findOne', restaurant);
    };
    const mine: Permission = { fields: null, filter: named('mine') };
    const parts: Permission = { fields: new Set(['Name', 'Rating']), filter: named('good') };
    const [find, update] = [`${restaurant}.find`, `${restaurant}.update`];
    expect(within([['find', mine]], find)).to.deep.equal(mine);
    expect(
      within(
        [
          ['find', names],
          ['update', everything],
        ],
        find,
        update,
      ),
    ).to.deep.equal(names);
    expect(
      within(
        [
          ['find', mine],
          ['update', parts],
        ],
        find,
        update,
      ),
    ).to.deep.equal({
      fields: new Set(['Name', 'Rating']),
      filter: { kind: 'and', filters: [named('mine'), named('good')] },
    });
    expect(
      within(
        [
          ['find', names],
          ['update', parts],
        ],
        find,
        update,
      ),
    ).to.deep.equal({
      fields: new Set(['Name']),
      filter: named('good'),
    });
    expect(within([], `${dish}.find`)).to.deep.equal(everything);
  });

  it('does not modify the principal', () => {
    const before = JSON.stringify([...(nobody.grants as { listed: ReadonlyMap<string, unknown> }).listed]);
    admit(rule(false), nobody, find, schema);
    expect(JSON.stringify([...(nobody.grants as { listed: ReadonlyMap<string, unknown> }).listed])).to.equal(
      before,
    );
  });
});
