import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seed } from './seed/seed.js';

const openToAll = ['restaurant', 'dish', 'category', 'review'];

export default {
  /** Runs at every start, when the tables fit the schema and before the server listens. */
  async bootstrap({ strapi }) {
    const isFirstRun = (await strapi.documents('api::restaurant.restaurant').count()) === 0;
    if (isFirstRun) {
      await seed(strapi);
      for (const name of openToAll)
        await strapi.access.grant('public', `api::${name}.${name}`, ['find', 'findOne']);
    }
    showExamples(strapi, await exampleToken(strapi, isFirstRun));
  },
};

/** The token is kept as text beside the database, for this example only: the server itself keeps a hash. */
async function exampleToken(strapi, isFirstRun) {
  const file = tokenFile();
  if (!isFirstRun) {
    const kept = await readFile(file, 'utf8').catch(() => undefined);
    if (kept !== undefined) return kept.trim();
    strapi.log.warn(`${file} is gone. For a new token: quire token create --name NAME --access full-access`);
    return '<token>';
  }
  const { token } = await strapi.access.createToken({ name: 'example', access: 'full-access' });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  return token;
}

/** One file for each database that this example is started on. */
function tokenFile() {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '.quire');
  const database = process.env.DATABASE_URL;
  const suffix = database ? `-${createHash('sha256').update(database).digest('hex').slice(0, 8)}` : '';
  return join(folder, `example-token${suffix}`);
}

function showExamples(strapi, token) {
  const base = `http://${strapi.config.get('server.host')}:${strapi.config.get('server.port')}/api`;
  const lines = [
    `curl -g '${base}/restaurants?pagination[pageSize]=3&populate=categories'`,
    `curl -g '${base}/restaurants?filters[owner][Name][$notNull]=true&populate=owner' -H 'Authorization: Bearer ${token}'`,
    `curl '${base}/restaurants' -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '{"data":{"Name":"My first"}}'`,
  ];
  strapi.log.info(`Token "example" (full access): ${token}`);
  strapi.log.info('To try:');
  for (const line of lines) strapi.log.info(`  ${line}`);
}
