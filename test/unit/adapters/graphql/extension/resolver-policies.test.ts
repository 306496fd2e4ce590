import { expect } from 'chai';
import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { errors } from '../../../../../src/application/app-code/errors.js';
import { config, diner, faultOf, instance, list, people, registered, served } from './menu-schema.js';

type Args = Readonly<Record<string, unknown>>;

const policyFailed = {
  message: 'Policy Failed',
  path: ['restaurants'],
  extensions: { code: 'FORBIDDEN', error: { name: 'PolicyError', message: 'Policy Failed', details: {} } },
};

describe('policies of a resolver', () => {
  it('let through by true or nothing, and fail by anything else', async () => {
    for (const answer of [true, undefined, Promise.resolve(true)]) {
      const { ask } = await served([config('Query.restaurants', { policies: [() => answer] })]);
      expect(await ask(list), JSON.stringify(answer)).to.deep.equal({ data: diner, errors: [] });
    }
    for (const answer of [false, null, 0, 1, 'no', {}, Promise.resolve(false)]) {
      const { refused } = await served([
        config('Query.restaurants', { policies: [() => true, () => answer] }),
      ]);
      expect(await refused(list, people.full), JSON.stringify(answer)).to.deep.include(policyFailed);
    }
  });

  it('are a registered name, a name with config, or a function, each with what it looks at', async () => {
    const seen: unknown[] = [];
    const looking = (context: Args, ...rest: readonly unknown[]) => {
      const { args, parent, state, http, info, is, type } = context as {
        args: unknown;
        parent: unknown;
        type: unknown;
        state: { user: unknown };
        http: { get(name: string): unknown };
        info: GraphQLResolveInfo;
        is(type: string): boolean;
      };
      seen.push({
        args,
        parent: parent ?? null,
        user: state.user,
        header: http.get('A'),
        field: info.fieldName,
        is: is('graphql'),
        type,
        rest,
      });
    };
    const policies = registered({
      'global::seeing': looking,
      'api::dish.object': {
        handler: looking,
        validator: (given: Args) => {
          if (!given['ok']) throw new Error('not ok');
        },
      },
    });
    const inline = (context: Args, second: Args) => {
      seen.push([Object.keys(context), second]);
      return true;
    };
    const listed = ['global::seeing', { name: 'api::dish.object', config: { ok: 1 } }, inline];
    const { ask } = await served([config('Query.restaurants', { policies: listed })], { policies });
    expect(
      (await ask('{ restaurants(sort: ["b"]) { name } }', { ...people.guest, grants: people.full.grants }))
        .errors,
    ).to.deep.equal([]);
    const common = {
      args: { filters: {}, sort: ['b'] },
      parent: null,
      header: 'b',
      field: 'restaurants',
      is: true,
      type: 'graphql',
      user: { id: 7, documentId: 'g', username: 'guest' },
    };
    expect(seen).to.deep.equal([
      { ...common, rest: [{}, instance] },
      { ...common, rest: [{ ok: 1 }, instance] },
      [['type', 'is', 'parent', 'args', 'context', 'info', 'state', 'http'], instance],
    ]);
    expect(
      await faultOf([config('Query.restaurants', { policies: ['api::dish.object'] })], { policies }),
    ).to.match(/Query\.restaurants: the policy api::dish\.object refuses its config: not ok/);
  });

  it('and resolvers of an app, also in place of a generated one below the root, refuse by throwing', async () => {
    const refusing = (): never => {
      throw new errors.NotFoundError('no name');
    };
    const { refused } = await served([{ resolvers: { Restaurant: { name: refusing } } }]);
    expect(await refused(list, people.full)).to.deep.include({
      message: 'no name',
      extensions: {
        code: 'STRAPI_APPLICATION_ERROR',
        error: { name: 'NotFoundError', message: 'no name', details: {} },
      },
    });
  });

  it('that throw a refusal are told as that, and a bug as a bug', async () => {
    const throwing = async (error: unknown) => {
      const policy = () => {
        throw error as Error;
      };
      return (await served([config('Query.restaurants', { policies: [policy] })])).refused(list, people.full);
    };
    expect(await throwing(new errors.ForbiddenError('Not yours', { of: 'Ada' }))).to.deep.include({
      message: 'Not yours',
      extensions: {
        code: 'FORBIDDEN',
        error: { name: 'ForbiddenError', message: 'Not yours', details: { of: 'Ada' } },
      },
    });
    expect(
      await throwing(Object.assign(new Error('bad'), { name: 'ValidationError' })),
    ).to.have.nested.property('extensions.code', 'BAD_USER_INPUT');
    expect(await throwing(new GraphQLError('own', { extensions: { code: 'MINE' } }))).to.deep.include({
      message: 'own',
      extensions: { code: 'MINE' },
    });
    expect(await throwing(new Error('a bug'))).to.not.have.property('extensions');
  });
});
