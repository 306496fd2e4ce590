import { command, flag, type InitRequest } from './command.js';
import { noted } from './outcome.js';

const choices = {
  template: ['blank', 'blog'],
  language: ['ts', 'js'],
  database: ['embedded', 'postgres', 'mongodb'],
} as const;

export const initCommand = command({
  name: 'init',
  operands: ['[DIR]'],
  options: {
    template: { value: choices.template.join('|') },
    from: { value: 'FOLDER' },
    language: { value: choices.language.join('|') },
    database: { value: choices.database.join('|') },
    yes: flag,
  },
  summary: 'write a new project; --from begins with one of Strapi, --yes asks nothing',
  page: 'getting-started',
  read([directory = '.'], { yes, from, ...given }) {
    const wrong = wrongChoice(given);
    if (wrong !== undefined) return wrong;
    if (from === '') return '--from is empty';
    if (directory === '') return 'DIR is empty';
    const { template, language, database } = given as Pick<InitRequest, keyof typeof choices>;
    if (from !== undefined && template !== undefined) return 'Give either --template or --from';
    if (from !== undefined && language !== undefined)
      return '--language belongs to --template: the code of --from stays as it is';
    const request: InitRequest = {
      directory,
      yes,
      ...(template && { template }),
      ...(from !== undefined && { from }),
      ...(language && { language }),
      ...(database && { database }),
    };
    return async ({ init }) => {
      const made = await init(request);
      return made.ok ? noted(made.value) : made;
    };
  },
});

function wrongChoice(given: Readonly<Record<keyof typeof choices, string | undefined>>): string | undefined {
  for (const [name, known] of Object.entries(choices) as [keyof typeof choices, readonly string[]][]) {
    const value = given[name];
    if (value !== undefined && !known.includes(value))
      return `--${name} ${JSON.stringify(value)} is not one of: ${known.join(', ')}`;
  }
  return undefined;
}
