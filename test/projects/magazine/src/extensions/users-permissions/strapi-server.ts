export default (plugin) => {
  const me = plugin.controllers.user.me;
  plugin.controllers.user.me = async (ctx) => {
    await me(ctx);
    if (ctx.body?.id) ctx.body = { ...ctx.body, badge: `reader ${ctx.body.username}` };
  };
  plugin.controllers.user.setNickname = async (ctx) => {
    if (!ctx.state.user) return ctx.unauthorized();
    const user = await strapi.db.query('plugin::users-permissions.user').update({
      where: { id: ctx.state.user.id },
      data: { nickname: ctx.request.body.nickname },
    });
    ctx.body = { nickname: user.nickname };
  };
  plugin.routes['content-api'].routes.push({
    method: 'PUT',
    path: '/users/me/nickname',
    handler: 'user.setNickname',
    config: { prefix: '', policies: [] },
  });
  return plugin;
};
