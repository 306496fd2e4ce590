import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { settings } from '../../src/adapters/app-directory/settings.js';
import { commands } from '../../src/adapters/delivery/cli/usage.js';

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
const lines = readme.split('\n').map((line) => line.replaceAll(/\s+/g, ' '));

const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);

describe('the README', () => {
  it('has every setting in its table, as the server reads it', () => {
    for (const { variable, key, meaning, default: value } of settings) {
      const row = `| ${code(variable)} | ${code(key)} | ${meaning} | ${value} |`.replaceAll(/\s+/g, ' ');
      expect(lines, row).to.include(row);
    }
  });

  it('has every command', () => {
    for (const { words } of commands) {
      const command = `quire ${words.join(' ')}`;
      expect(
        lines.some((line) => line.startsWith(command)),
        command,
      ).to.equal(true);
    }
  });
});
