export default (config, { strapi }) => async (ctx, next) => {
  ctx.state.edition = ctx.request.header['x-edition'] ?? config.fallback;
  await next();
  ctx.set('X-Edition', ctx.state.edition);
};
