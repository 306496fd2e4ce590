export default {
  routes: [
    { method: 'GET', path: '/articles/featured', handler: 'article.featured' },
    { method: 'POST', path: '/articles/:id/view', handler: 'api::article.article.view', config: { auth: false } },
    {
      method: 'GET',
      path: '/articles/by-slug/:slug',
      handler: 'article.bySlug',
      config: { auth: false, middlewares: ['api::article.populate'] },
    },
  ],
};
