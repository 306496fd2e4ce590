import { factories } from '@strapi/strapi';

export default factories.createCoreController('api::order.order', ({ strapi }) => ({
  // Only the orders of the asker.
  async find(ctx) {
    const user = ctx.state.user;
    if (!user) return ctx.unauthorized('Sign in first');
    const orders = await strapi.entityService.findMany('api::order.order', {
      filters: { customer: { id: user.id } },
      sort: { id: 'asc' },
      populate: ['customer'],
    });
    const sanitized = await this.sanitizeOutput(orders, ctx);
    return this.transformResponse(sanitized);
  },

  async create(ctx) {
    const user = ctx.state.user;
    const order = await strapi.db.transaction(async () => {
      const made = await strapi.entityService.create('api::order.order', {
        data: { ...ctx.request.body.data, number: `N${Date.now()}`, customer: user.id },
      });
      if (Number(made.total) < 0) throw new Error('a negative order');
      return made;
    });
    return this.transformResponse(await this.sanitizeOutput(order, ctx));
  },
}));
