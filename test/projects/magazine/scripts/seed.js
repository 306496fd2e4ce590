'use strict';

async function seed() {
  const { createStrapi, compileStrapi } = require('@strapi/strapi');
  const appContext = await compileStrapi();
  const app = await createStrapi(appContext).load();
  app.log.level = 'error';
  const author = await strapi.documents('api::author.author').create({ data: { name: 'Seeded' } });
  console.log(`seeded ${author.documentId}`);
  await app.destroy();
  process.exit(0);
}

seed().catch((error) => {
  console.error(error);
  process.exit(1);
});
