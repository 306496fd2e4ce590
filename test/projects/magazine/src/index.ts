import type { Core } from '@strapi/strapi';

const publicActions = {
  'api::article.article': ['find', 'findOne', 'featured', 'create'],
  'api::author.author': ['find', 'findOne'],
  'api::category.category': ['find'],
  'api::global.global': ['find'],
};

export default {
  register({ strapi }: { strapi: Core.Strapi }) {
    strapi.documents.use(async (context, next) => {
      const result = await next();
      if (context.action === 'create' && context.uid === 'api::author.author') {
        (strapi as any).authorsMade = ((strapi as any).authorsMade ?? 0) + 1;
      }
      return result;
    });
  },

  async bootstrap({ strapi }: { strapi: Core.Strapi }) {
    strapi.db.lifecycles.subscribe({
      models: ['plugin::users-permissions.user'],
      async afterCreate(event) {
        strapi.log.info(`welcome ${event.result.username}`);
      },
    });
    await grantPublic();
    await makeEditors();
    await seed();
  },
};

async function grantPublic() {
  const role = await strapi.query('plugin::users-permissions.role').findOne({ where: { type: 'public' }, populate: ['permissions'] });
  for (const [uid, actions] of Object.entries(publicActions)) {
    for (const name of actions) {
      const action = `${uid}.${name}`;
      if (role.permissions.some((permission) => permission.action === action)) continue;
      await strapi.query('plugin::users-permissions.permission').create({ data: { action, role: role.id } });
    }
  }
}

async function makeEditors() {
  const roles = strapi.db.query('plugin::users-permissions.role');
  const existing = await roles.findOne({ where: { type: 'editor' } });
  const editor = existing ?? (await roles.create({ data: { name: 'Editor', type: 'editor', description: 'Writes' } }));
  const permissions = strapi.db.query('plugin::users-permissions.permission');
  const grants = {
    editor: ['api::article.article.find', 'api::article.article.create', 'api::article.article.update', 'api::article.article.delete', 'api::newsletter.newsletter.count', 'plugin::users-permissions.user.me'],
    authenticated: ['api::order.order.find', 'api::order.order.create', 'plugin::users-permissions.user.me', 'plugin::users-permissions.user.setNickname'],
  };
  for (const [type, actions] of Object.entries(grants)) {
    const role = type === 'editor' ? editor : await roles.findOne({ where: { type } });
    for (const action of actions) {
      if (!(await permissions.findOne({ where: { action, role: role.id } }))) await permissions.create({ data: { action, role: role.id } });
    }
  }
}

async function seed() {
  const store = strapi.store({ environment: strapi.config.environment, type: 'type', name: 'setup' });
  if (await store.get({ key: 'initHasRun' })) return;
  await store.set({ key: 'initHasRun', value: true });
  const ada = await strapi.documents('api::author.author').create({ data: { name: 'Ada', email: 'ada@example.com' } });
  const news = await strapi.documents('api::category.category').create({ data: { name: 'News' } });
  await strapi.documents('api::article.article').create({
    data: { title: 'First', slug: 'first', body: 'one two three four', author: ada.documentId, categories: [news.documentId] },
    status: 'published',
  });
  await strapi.entityService.create('api::global.global', { data: { siteName: strapi.config.get('magazine.name') } });
}
