'use strict';

const crypto = require('crypto');
const unparsed = Symbol.for('unparsedBody');

module.exports = {
  async subscribe(ctx) {
    const { email } = ctx.request.body;
    if (!email) return ctx.badRequest('An address is needed', { field: 'email' });
    const list = await strapi.service('api::newsletter.newsletter').add(email);
    ctx.cookies.set('subscribed', 'yes', { httpOnly: true });
    ctx.send({ subscribed: list.length }, 201);
  },

  async hook(ctx) {
    const expected = crypto.createHmac('sha256', 'secret').update(ctx.request.body[unparsed]).digest('hex');
    if (ctx.request.headers['x-signature'] !== expected) return ctx.unauthorized('Wrong signature');
    return { received: ctx.request.body.event };
  },

  async count(ctx) {
    const list = await strapi.service('api::newsletter.newsletter').list();
    ctx.body = { count: list.length };
  },
};
