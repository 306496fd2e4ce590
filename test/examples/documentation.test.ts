import { readdir, readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { format } from 'oxfmt';
import { settingGroups } from '../../src/adapters/app-directory/settings.js';
import { commands } from '../../src/adapters/delivery/cli/commands.js';
import { describeCommands } from '../../src/adapters/delivery/cli/usage.js';

const written = /(<!-- Written from [^]*? -->\n)[^]*?(<!-- end -->)/;

/** Compares the part of a page that is written from the code. `UPDATE_GOLDEN=1` writes it anew. */
async function holds(page: string, part: string): Promise<void> {
  const file = new URL(`../../docs/${page}`, import.meta.url);
  const text = await readFile(file, 'utf8');
  const { code: wanted } = await format(
    page,
    text.replace(written, (_, begin: string, end: string) => `${begin}\n${part}\n${end}`),
  );
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(file, wanted);
  else expect(text, `${page} differs: write it with UPDATE_GOLDEN=1`).to.equal(wanted);
}

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);

function settingTables(): string {
  const tables = Object.entries(settingGroups).map(([heading, settings]) => {
    const rows = settings.map(
      ({ variable, key, meaning, default: value }) =>
        `| ${code(variable)} | ${code(key)} | ${meaning} | ${value} |`,
    );
    const head = '| Environment | Config file | | Default |\n| --- | --- | --- | --- |';
    return [`## ${heading}\n`, head, ...rows].join('\n');
  });
  return tables.join('\n\n');
}

describe('the documentation', () => {
  it('has every setting in its tables, as the server reads it', async () => {
    await holds('settings.md', settingTables());
  });

  it('has every page in its index', async () => {
    const docs = new URL('../../docs/', import.meta.url);
    const index = await readFile(new URL('README.md', docs), 'utf8');
    const linked = [...index.matchAll(/\]\(([\w/-]+\.md)\)/g)].map(([, page]) => page);
    const pages = await readdir(docs, { recursive: true });
    expect(linked).to.have.members(pages.filter((name) => name.endsWith('.md') && name !== 'README.md'));
  });

  it('has every command, with the page that explains it', async () => {
    const pages = [...new Set(commands.map(({ page }) => page))].map((page) => {
      const names = commands.filter((command) => command.page === page).map(({ name }) => `\`${name}\``);
      return `- [${page.replaceAll('-', ' ')}](${page}.md) explains ${names.join(', ')}`;
    });
    await holds('command-line.md', `\`\`\`\n${describeCommands(commands)}\`\`\`\n\n${pages.join('\n')}`);
  });
});
