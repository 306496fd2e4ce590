import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seed } from './seed/seed.js';

const openToAll = ['restaurant', 'dish', 'category', 'review', 'article', 'menu', 'homepage'].map(
  (name) => `api::${name}.${name}`,
);

export default {
  /** Runs at every start, when the tables fit the schema and before the server listens. */
  async bootstrap({ strapi }) {
    const isEmpty = (await strapi.documents('api::category.category').count()) === 0;
    const isContinued = (await strapi.store.get(unfinished)) === true;
    if (isEmpty || isContinued) await fill(strapi, isContinued);
    const token = await readText(keptFile('token'));
    if (token === undefined) {
      strapi.log.warn(
        `${keptFile('token')} is not there. For a token: quire token create --name NAME --access full-access`,
      );
    }
    // The log of a production server must not contain a token that works.
    const isShown = token !== undefined && strapi.config.get('environment') === 'development';
    showExamples(strapi, isShown ? token : '<token>');
  },
};

/** The database records that this has begun, so that the next start continues after a kill. */
const unfinished = { type: 'app', name: 'example', key: 'unfinished' };

async function fill(strapi, isContinued) {
  await strapi.store.set({ ...unfinished, value: true });
  await seed(strapi);
  for (const uid of [...openToAll, 'plugin::upload.file'])
    await strapi.access.grant('public', uid, ['find', 'findOne']);
  await strapi.access.grant('public', 'plugin::i18n.locale', ['find']);
  // One that is kept belongs to an earlier database in the same place, unless this continues.
  if (!isContinued || (await readText(keptFile('token'))) === undefined) await createToken(strapi);
  await strapi.store.delete(unfinished);
}

/**
 * This example keeps the token as text beside the database. The server itself keeps only a hash. In a container the
 * app's files are often read-only: then there is no token.
 */
async function createToken(strapi) {
  const folder = dirname(keptFile('token'));
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch {
    return;
  }
  const name = `example-${Date.now().toString(36)}`;
  const { token } = await strapi.access.createToken({ name, access: 'full-access' });
  await writeFile(keptFile('token'), `${token}\n`, { mode: 0o600 });
}

async function readText(file) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text?.trim();
}

/** Each database that this example is started on has its own files. */
function keptFile(name) {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '.quire');
  const database = process.env.DATABASE_URL;
  const suffix = database ? `-${createHash('sha256').update(database).digest('hex').slice(0, 8)}` : '';
  return join(folder, `example-${name}${suffix}`);
}

/** Prints without the time and level of a log line, so that people can copy the text. */
function showExamples(strapi, token) {
  const { host, port } = strapi.config.get('server');
  const base = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}${strapi.config.get('api.rest.prefix')}`;
  const authorization = `-H 'Authorization: Bearer ${token}'`;
  const lines = [
    token === '<token>'
      ? `A token with full access is in ${keptFile('token')}`
      : `A token with full access: ${token}`,
    '',
    'Anybody may read restaurants:',
    `  curl -g '${base}/restaurants?pagination[pageSize]=3&populate=categories'`,
    'The token may read chefs too:',
    `  curl -g '${base}/restaurants?filters[owner][Name][$notNull]=true&populate=owner' ${authorization}`,
    'Every language has its menus, and one homepage:',
    `  curl -g '${base}/menus?locale=fr&populate=*&pagination[pageSize]=2'`,
    `  curl -g '${base}/homepage?locale=de&populate=*'`,
    'Some articles were edited since they were published:',
    `  curl -g '${base}/articles?status=draft&publicationFilter=modified&fields=title' ${authorization}`,
    'The token may publish them, and write:',
    `  curl '${base}/restaurants' ${authorization} -H 'Content-Type: application/json' -d '{"data":{"Name":"My first"}}'`,
  ];
  process.stderr.write(`\n${lines.join('\n')}\n\n`);
}
