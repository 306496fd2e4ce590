import type { Readable, Writable } from 'node:stream';
import { isCancel, select, text } from '@clack/prompts';
import type { InitRequest } from './command.js';

/** A terminal to ask questions on. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** Asks for what a request leaves open. Returns undefined if the person gives up. */
export async function askAboutProject(
  request: InitRequest,
  terminal: Terminal,
): Promise<InitRequest | undefined> {
  const origin = await askForOrigin(request, terminal);
  if (origin === undefined) return undefined;
  const language = await askForLanguage({ ...request, ...origin }, terminal);
  if (language === undefined) return undefined;
  const database = request.database ?? (await choose(databases, terminal));
  if (database === undefined) return undefined;
  return { ...request, ...origin, ...(language !== 'as it is' && { language }), database };
}

type Origin = Pick<InitRequest, 'template' | 'from'>;

async function askForOrigin(
  { template, from }: InitRequest,
  terminal: Terminal,
): Promise<Origin | undefined> {
  if (from !== undefined) return { from };
  const chosen = template ?? (await choose(origins, terminal));
  if (chosen !== 'strapi') return chosen && { template: chosen };
  const folder = await text({
    ...terminal,
    message: 'In which folder is the project of Strapi?',
    validate: (value) => (value === undefined || value.trim() === '' ? 'Name a folder' : undefined),
  });
  return isCancel(folder) ? undefined : { from: folder.trim() };
}

const askForLanguage = async ({ from, language }: InitRequest, terminal: Terminal) =>
  from === undefined ? (language ?? choose(languages, terminal)) : ('as it is' as const);

interface Question<Value extends string> {
  readonly message: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
}

const origins: Question<'blog' | 'blank' | 'strapi'> = {
  message: 'What does the project begin with?',
  options: [
    { value: 'blog', label: 'A blog', hint: 'articles, authors and tags, with sample content' },
    { value: 'blank', label: 'Nothing' },
    { value: 'strapi', label: 'A project of Strapi 5', hint: 'its content-types, code and settings' },
  ],
};

const languages: Question<'ts' | 'js'> = {
  message: 'Which language is its code in?',
  options: [
    { value: 'ts', label: 'TypeScript' },
    { value: 'js', label: 'JavaScript' },
  ],
};

const databases: Question<'embedded' | 'postgres' | 'mongodb'> = {
  message: 'Where does it keep its content?',
  options: [
    { value: 'embedded', label: 'In a PostgreSQL that Quire starts itself' },
    { value: 'postgres', label: 'In a PostgreSQL server of yours' },
    { value: 'mongodb', label: 'In MongoDB' },
  ],
};

async function choose<Value extends string>(
  { message, options }: Question<Value>,
  terminal: Terminal,
): Promise<Value | undefined> {
  const chosen = await select<string>({ ...terminal, message, options: [...options] });
  return isCancel(chosen) ? undefined : (chosen as Value);
}
