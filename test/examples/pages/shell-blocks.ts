import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nameOf, type Block } from './code-blocks.js';

/** Where the shell blocks of a page run. */
export interface ShellSettings {
  /** A folder for the command `quire` and for what the blocks print. */
  readonly folder: string;
  readonly cwd: string;
  /** The address of a `CommandServer`. */
  readonly commandsUrl: string;
  /** The scripts that `npm` can run. */
  readonly scripts: readonly string[];
  /** Texts that stand for something else, and what is meant. */
  readonly meant: readonly (readonly [text: string, meant: string])[];
  /** Shell variables for a block. */
  readonly variables: (block: Block) => Readonly<Record<string, string>>;
}

/**
 * Runs all blocks of a page in one shell, one after the other. Returns what each has printed. Rejects where a command
 * fails, or a request is refused.
 */
export async function runShellBlocks(
  blocks: readonly Block[],
  settings: ShellSettings,
): Promise<ReadonlyMap<Block, string>> {
  const bin = join(settings.folder, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'quire'), quireCommand(settings.commandsUrl));
  await chmod(join(bin, 'quire'), 0o755);
  const outputOf = (block: Block): string => join(settings.folder, `${block.page}-${block.line}.out`);
  const parts = blocks.map((block) => {
    const variables = Object.entries(settings.variables(block)).map(([name, value]) => `${name}='${value}'`);
    const code = settings.meant.reduce((text, [said, meant]) => text.replaceAll(said, meant), block.code);
    return [`echo '▸ ${nameOf(block)}' >&2`, ...variables, `{\n${code}} > '${outputOf(block)}'`].join('\n');
  });
  await bash([prelude(settings), ...parts].join('\n'), settings.cwd, `${bin}:${process.env['PATH']}`);
  const outputs = blocks.map(async (block) => [block, await readFile(outputOf(block), 'utf8')] as const);
  return new Map(await Promise.all(outputs));
}

const quireCommand = (url: string): string => `#!/bin/sh
printf '%s\\0' "$PWD" "$@" | curl -sS --fail-with-body --data-binary @- '${url}' > "$0.out.$$"
status=$?
[ $status -eq 0 ] && cat "$0.out.$$" || cat "$0.out.$$" >&2
rm "$0.out.$$"
exit $status
`;

/** Commands of npm are checked by name: what they do has tests of its own. */
const prelude = ({ scripts }: ShellSettings): string => `set -euo pipefail
# Grants reach a running server within two seconds.
curl() {
  local answer status
  for _ in $(seq 40); do
    answer=$(command curl -sS -w '\\n%{http_code}' "$@") || return 1
    status=\${answer##*$'\\n'}
    [ "$status" -lt 400 ] && { echo "\${answer%$'\\n'*}"; return; }
    sleep 0.1
  done
  echo "curl $*: $answer" >&2
  return 1
}
npx() { [ "$1" = quire ] || { echo "npx $1 is not expected" >&2; return 1; }; "$@"; }
npm() {
  case "$1 \${2-}" in
    'start '* | 'test '* | 'install '*) ;;
    ${scripts.map((name) => `'run ${name}'`).join(' | ')}) ;;
    *) echo "npm $* is not expected" >&2; return 1 ;;
  esac
}
# An export of Quire stands for one of Strapi.
strapi() { quire export "$3" --key 'sixteen letters and more'; }`;

function bash(script: string, cwd: string, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile('bash', ['-s'], { cwd, env: { ...process.env, PATH: path } }, (error, _, notes) =>
      error === null ? resolve() : reject(new Error(`${error.message}\n${notes}`)),
    );
    child.stdin?.end(script);
  });
}
