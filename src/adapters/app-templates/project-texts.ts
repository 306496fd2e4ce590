import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import type { ProjectChoices, ProjectFile } from './project-file.js';
import type { StrapiProject } from './read-strapi-project.js';

/** The package that a new project depends on. */
export interface QuirePackage {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** Returns the files of a project that depend on the answers. `strapi` is the project that it is made from. */
export function projectTexts(
  choices: ProjectChoices,
  quire: QuirePackage,
  strapi?: StrapiProject,
): readonly ProjectFile[] {
  const name = packageName(choices.directory);
  const texts = {
    'package.json': `${JSON.stringify(manifest(name, quire, strapi), null, 2)}\n`,
    '.gitignore': ignored,
    '.env.example': variables(choices, name, strapi, () => ''),
    'README.md': readme(name, choices),
  };
  const secrets = variables(choices, name, strapi, () => randomBytes(32).toString('hex'));
  return [
    ...Object.entries(texts).map(([path, text]) => ({ path, content: { text } })),
    { path: '.env', content: { text: secrets }, isSecret: true },
  ];
}

/** Returns the name of a folder as a name that npm accepts. */
export function packageName(directory: string): string {
  const name = basename(directory)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|-+$/g, '')
    .slice(0, 100);
  if (name === '' || name === 'node_modules') return 'my-project';
  return name === 'quire-cms' ? 'quire-cms-project' : name;
}

function manifest(name: string, quire: QuirePackage, strapi: StrapiProject | undefined): object {
  const { type, dependencies, devDependencies } = strapi?.manifest ?? { type: 'module' };
  return {
    name,
    version: '0.1.0',
    private: true,
    ...(type !== undefined && { type }),
    scripts: { dev: 'quire dev', start: 'quire start', test: 'node --test' },
    dependencies: { ...dependencies, [quire.name]: quire.version },
    ...(devDependencies !== undefined && { devDependencies }),
    engines: quire.engines,
  };
}

const ignored = `node_modules
# Secrets, and settings of this machine
.env
.env.*
!.env.example
# The data of the built-in PostgreSQL, and compiled files
.quire
dist
# Uploaded files
public/uploads
*.log
.DS_Store
`;

const addresses = {
  embedded: undefined,
  postgres: (name: string) => `postgres://user:password@127.0.0.1:5432/${name.replaceAll(/[.-]/g, '_')}`,
  mongodb: (name: string) => `mongodb://127.0.0.1:27017/${name.replaceAll(/[.-]/g, '_')}`,
};

function variables(
  { database }: ProjectChoices,
  name: string,
  strapi: StrapiProject | undefined,
  secret: () => string,
): string {
  const address = addresses[database];
  return `# Where the server listens
HOST=127.0.0.1
PORT=1337

# Signs the sessions of users: openssl rand -hex 32 makes one
JWT_SECRET=${secret()}
${strapi === undefined ? '' : `# Signs the cookies of the project's code\nAPP_KEYS=${secret()}\n`}
${
  address === undefined
    ? `# Without an address, Quire starts a PostgreSQL of its own and keeps the data in .quire/
# DATABASE_URL=${addresses.postgres(name)}
`
    : `DATABASE_URL=${address(name)}
`
}${strapi?.hasFlatGraphql ? flatGraphql : ''}${otherVariables(strapi)}`;
}

const flatGraphql = `
# GraphQL in the format of Strapi 5, in production too
GRAPHQL_RESPONSE_FORMAT=v5
`;

const ownVariables = new Set([
  'HOST',
  'PORT',
  'JWT_SECRET',
  'APP_KEYS',
  'DATABASE_URL',
  'GRAPHQL_RESPONSE_FORMAT',
]);

/** The names alone: values may be secrets. */
function otherVariables(strapi: StrapiProject | undefined): string {
  const names = (strapi?.variables ?? []).filter((name) => !ownVariables.has(name));
  if (names.length === 0) return '';
  return `\n# The project had these too: give those a value that its code reads\n${names.map((name) => `# ${name}=\n`).join('')}`;
}

const readme = (name: string, { origin, language }: ProjectChoices): string => `# ${name}

A content API on [Quire](node_modules/quire-cms/README.md).

\`\`\`sh
npm install
npm run dev      # serves http://127.0.0.1:1337, and follows changes of files
npm test         # tests the API, in memory
npm start        # serves without following changes; production needs NODE_ENV=production
\`\`\`

- \`src/api/<api>/content-types/<name>/schema.json\` describes a content-type
- \`src/index.${'template' in origin ? language : '*'}\` has code that runs at a start
- \`.env\` holds secrets and addresses of this machine, and stays out of git; \`.env.example\` names its variables

${'template' in origin && origin.template === 'blog' ? blogSteps : grantSteps}
All pages of the documentation are in \`node_modules/quire-cms/docs\`; \`getting-started.md\` is the first.
`;

const pageStep = `To edit in a browser, open the address that \`npx quire admin link\` prints, and make the first administrator.
`;

const blogSteps = `Everybody may read what is published:

\`\`\`sh
curl -g 'http://127.0.0.1:1337/api/articles?populate=author&fields=title'
\`\`\`

Drafts and writing need a token. Make one while \`npm run dev\` runs, put it in place of \`TOKEN\`, and write an article:

\`\`\`sh
npx quire token create --name me --access full-access
curl http://127.0.0.1:1337/api/articles -H 'Authorization: Bearer TOKEN' -H 'Content-Type: application/json' \\
  -d '{"data": {"title": "My first article", "text": "Written over REST"}}'
\`\`\`

${pageStep}`;

const grantSteps = `Content is private until it is granted, and writing needs a token. For a content-type \`article\`:

\`\`\`sh
npx quire grant public api::article.article find findOne
npx quire token create --name me --access full-access
\`\`\`

${pageStep}`;
