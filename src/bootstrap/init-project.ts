import { join, relative, resolve } from 'node:path';
import { createProject, isFree, type CreatedProject } from '../adapters/app-templates/create-project.js';
import type { ProjectChoices } from '../adapters/app-templates/project-file.js';
import type { Terminal } from '../adapters/delivery/cli/ask-about-project.js';
import type { InitRequest } from '../adapters/delivery/cli/command.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { err, ok, type Result } from '../domain/result.js';
import { packageManifest, packageRoot } from './package-root.js';

/** Writes a project, and asks on the terminal, if there is one, for what the request leaves open. */
export async function initProject(
  request: InitRequest,
  terminal: Terminal | undefined,
): Promise<Result<string, Problem>> {
  const directory = resolve(request.directory);
  if (!isFree(directory)) {
    const message = `No project was made: ${directory} is not empty; name another folder: quire init DIR`;
    return err({ message });
  }
  const answered = await answers(request, terminal);
  if (!answered.ok) return answered;
  const choices = choicesOf(answered.value, directory);
  const made = createProject(choices, join(packageRoot(), 'templates'), packageManifest());
  return made.ok ? ok(report(choices, made.value)) : made;
}

async function answers(
  request: InitRequest,
  terminal: Terminal | undefined,
): Promise<Result<InitRequest, Problem>> {
  const { yes, template, from, language, database } = request;
  const isComplete = database !== undefined && (from ?? (template && language)) !== undefined;
  if (yes || isComplete) return ok(request);
  if (terminal === undefined) return err({ message: howWithoutTerminal });
  const { askAboutProject } = await import('../adapters/delivery/cli/ask-about-project.js');
  const answered = await askAboutProject(request, terminal);
  return answered === undefined ? err({ message: 'No project was made' }) : ok(answered);
}

const howWithoutTerminal =
  'There is no terminal to ask on. Say --yes (the blog, in TypeScript, with the built-in PostgreSQL), or give all answers: --template blank|blog --language ts|js, or --from FOLDER; and --database embedded|postgres|mongodb';

function choicesOf(
  { from, template = 'blog', language = 'ts', database = 'embedded' }: InitRequest,
  directory: string,
): ProjectChoices {
  const origin = from === undefined ? { template } : { strapi: resolve(from) };
  return { directory, origin, language, database };
}

function report({ directory, origin, database }: ProjectChoices, made: CreatedProject): string {
  const isBlog = 'template' in origin && origin.template === 'blog';
  const path = relative(process.cwd(), directory);
  const steps = [
    ...(path === '' ? [] : [`cd ${/^[\w./-]+$/.test(path) ? path : JSON.stringify(path)}`]),
    ...(database === 'embedded' ? [] : ['# put the address of your database into .env']),
    'npm install',
    ...('strapi' in origin
      ? ['npx quire link   # for editors, tsc and scripts, to which it is @strapi/strapi']
      : []),
    'npm run dev',
  ];
  return [
    `Wrote ${made.files.length} files to ${directory}`,
    ...('strapi' in origin ? afterStrapi(made.leftBehind) : []),
    '\nNext:',
    ...steps.map((step) => `  ${step}`),
    ...(isBlog ? ['\nThen, in another terminal:', `  ${firstRequest}`] : []),
    ...('strapi' in origin ? ['', contentOfStrapi] : []),
  ].join('\n');
}

const firstRequest = "curl -g 'http://127.0.0.1:1337/api/articles?populate=author&fields=title'";

const afterStrapi = (leftBehind: readonly string[]): readonly string[] =>
  leftBehind.length === 0 ? [] : ['\nNot taken over:', ...leftBehind.map((sentence) => `  ${sentence}`)];

const contentOfStrapi = `The content follows: strapi export --no-encrypt --file content in the old project, then
  npx quire import content.tar.gz --dry-run
docs/coming-from-strapi.md leads through the move, and lists what differs.`;
