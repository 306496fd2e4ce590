import { expect } from 'chai';
import * as utils from '../../../../src/bootstrap/packages/utils.js';

const thrown = async (run: () => unknown): Promise<InstanceType<typeof utils.errors.ApplicationError>> => {
  try {
    await run();
  } catch (error) {
    return error as InstanceType<typeof utils.errors.ApplicationError>;
  }
  throw new Error('nothing was thrown');
};

describe('@strapi/utils', () => {
  it('validates with yup, and throws all that is wrong', async () => {
    const schema = utils.yup.object({
      name: utils.yup.string().min(3).required(),
      age: utils.yup.number().min(1),
    });
    const wrong = { name: 'x', age: 0 };
    for (const check of [utils.validateYupSchema(schema), utils.validateYupSchemaSync(schema)]) {
      expect(await check({ name: 'Ada', age: 3 })).to.deep.equal({ name: 'Ada', age: 3 });
      const error = await thrown(() => check(wrong));
      expect(error).to.be.instanceOf(utils.errors.ValidationError);
      expect(error.message).to.equal('2 errors occurred');
      expect((error.details['errors'] as { readonly path: unknown }[]).map(({ path }) => path)).to.deep.equal(
        [['name'], ['age']],
      );
      expect((await thrown(() => check(wrong, 'No'))).message).to.equal('No');
    }
  });

  it('makes policies, whose config it checks', () => {
    const handler = () => true;
    const made = utils.policy.createPolicy({
      name: 'owner',
      handler,
      validator: (config) => {
        if (config === 'bad') throw new Error('x');
      },
    });
    expect(made.handler).to.equal(handler);
    expect(() => made.validator('bad')).to.throw('Invalid config passed to "owner" policy.');
    made.validator('good');
    const context = utils.policy.createPolicyContext('koa', { a: 1 });
    expect([context.is('koa'), context.is('graphql'), context]).to.deep.equal([true, false, context]);
  });

  it('has functions over promises', async () => {
    const { pipe, map, reduce } = utils.async;
    expect(
      await pipe(
        (a: number, b: number) => a + b,
        async (sum: number) => sum * 2,
      )(1, 2),
    ).to.equal(6);
    expect(await map([3, 1, 2], async (n) => (n as number) * 10)).to.deep.equal([30, 10, 20]);
    const later = map([1, 2]) as (mapper: (n: unknown) => unknown, options: object) => Promise<unknown>;
    expect(await later((n) => n, { concurrency: 1 })).to.deep.equal([1, 2]);
    expect(await reduce([1, 2, 3])(async (sum, n) => (sum as number) + (n as number), 4)).to.equal(10);
  });

  it('answers questions about content-types', () => {
    const model = {
      kind: 'singleType',
      options: { draftAndPublish: true, privateAttributes: ['secret'] },
      attributes: {
        name: { type: 'string' },
        secret: { type: 'string' },
        picture: { type: 'media' },
        createdAt: { type: 'datetime' },
        createdBy: { type: 'relation', visible: false },
      },
    };
    const { contentTypes } = utils;
    expect(contentTypes.hasDraftAndPublish(model)).to.equal(true);
    expect([contentTypes.isSingleType(model), contentTypes.isCollectionType(model)]).to.deep.equal([
      true,
      false,
    ]);
    expect(contentTypes.getScalarAttributes(model)).to.deep.equal(['name', 'secret', 'createdAt']);
    expect(contentTypes.getPrivateAttributes(model)).to.deep.equal(['secret']);
    expect(contentTypes.getWritableAttributes(model)).to.deep.equal(['name', 'secret', 'picture']);
    expect(contentTypes.getVisibleAttributes(model)).to.deep.equal(['name', 'secret', 'picture']);
    const isVisible = ['name', 'createdAt', 'createdBy', 'none'].map((name) =>
      contentTypes.isVisibleAttribute(model, name),
    );
    expect(isVisible).to.deep.equal([true, false, false, false]);
    expect(contentTypes.constants.PUBLISHED_AT_ATTRIBUTE).to.equal('publishedAt');
  });

  it('sets creators, and names what has moved', () => {
    expect(utils.setCreatorFields({ user: { id: 5 } })({ a: 1 })).to.deep.equal({
      a: 1,
      createdBy: 5,
      updatedBy: 5,
    });
    expect(utils.setCreatorFields({ user: { id: 5 }, isEdition: true })({})).to.deep.equal({ updatedBy: 5 });
    const { createAPISanitizers } = utils.sanitize as unknown as { readonly createAPISanitizers: () => void };
    expect(createAPISanitizers).to.throw('sanitize.createAPISanitizers of @strapi/utils is not offered');
  });
});
