import { expect } from 'chai';
import { errors } from '../../../../../src/application/app-code/errors.js';
import { config, diner, instance, list, registered, served } from './menu-schema.js';

type Next = (...args: readonly unknown[]) => unknown;
type Args = Readonly<Record<string, unknown>>;

describe('middlewares of a resolver', () => {
  it('go around it, from the first to the last, before its policies', async () => {
    const order: string[] = [];
    const around =
      (name: string) =>
      async (next: Next, ...rest: readonly unknown[]) => {
        order.push(`${name} in`);
        const value = await next(...rest);
        order.push(`${name} out`);
        return value;
      };
    const { ask } = await served([
      config('Query.restaurants', {
        policies: [() => void order.push('policy')],
        middlewares: [around('a'), around('b')],
      }),
    ]);
    expect((await ask(list)).data).to.deep.equal(diner);
    expect(order).to.deep.equal(['a in', 'b in', 'policy', 'b out', 'a out']);
  });

  it('change arguments and results, also of resolvers below the root', async () => {
    const { ask } = await served([
      config('Query.restaurants', {
        middlewares: [
          (next: Next, parent: unknown, args: Args, context: unknown, info: unknown) =>
            next(parent, { ...args, sort: ['mine'] }, context, info),
        ],
      }),
      config('Restaurant.name', {
        middlewares: [async (next: Next, ...rest: readonly unknown[]) => `${String(await next(...rest))}!`],
      }),
    ]);
    expect((await ask('{ restaurants { name args } }')).data).to.deep.equal({
      restaurants: [{ name: 'Diner!', args: '{"filters":{},"sort":["mine"]}' }],
    });
  });

  it('are a registered factory by name, with options or config, or a registered middleware itself', async () => {
    const factory =
      (options: { mark?: string }, given: unknown) =>
      async (next: Next, ...rest: readonly unknown[]) =>
        `${options.mark ?? ''}${given === instance ? '' : 'no instance'}${String(await next(...rest))}`;
    const itself = async (next: Next, parent: unknown, args: unknown, context: unknown, info: unknown) =>
      `[${String(await next(parent, args, context, info))}]`;
    const middlewares = registered({ 'global::marking': factory, 'global::itself': itself });
    const listed = [
      'global::itself',
      'global::marking',
      { name: 'global::marking', options: { mark: 'o' } },
      { name: 'global::marking', config: { mark: 'c' } },
    ];
    const { ask } = await served([config('Query.me', { middlewares: listed })], { middlewares });
    expect((await ask('{ me }')).data).to.deep.equal({ me: '[ocme]' });
  });

  it('refuse by throwing', async () => {
    const refusing = () => {
      throw new errors.RateLimitError();
    };
    const { refused } = await served([config('Query.me', { middlewares: [refusing] })]);
    expect(await refused('{ me }')).to.have.nested.property('extensions.error.name', 'RateLimitError');
  });
});
