import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { settings } from '../../src/adapters/app-directory/settings.js';
import { commands } from '../../src/adapters/delivery/cli/usage.js';

const linesOf = async (page: string): Promise<readonly string[]> => {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return text.split('\n').map((line) => line.replaceAll(/\s+/g, ' '));
};

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);

describe('the documentation', () => {
  it('has every setting in its table, as the server reads it', async () => {
    const lines = await linesOf('settings.md');
    for (const { variable, key, meaning, default: value } of settings) {
      const row = `| ${code(variable)} | ${code(key)} | ${meaning} | ${value} |`.replaceAll(/\s+/g, ' ');
      expect(lines, row).to.include(row);
    }
  });

  it('has every command', async () => {
    const lines = await linesOf('command-line.md');
    for (const { words } of commands) {
      const command = `quire ${words.join(' ')}`;
      expect(
        lines.some((line) => line.startsWith(command)),
        command,
      ).to.equal(true);
    }
  });
});
