export default {
  /** Counts the articles each second; the tests read the count. */
  countArticles: {
    task: async ({ strapi }) => {
      const count = await strapi.documents('api::article.article').count({});
      await strapi.store({ type: 'core', name: 'magazine' }).set({ key: 'article-count', value: { count } });
    },
    options: { rule: '* * * * * *' },
  },
};
