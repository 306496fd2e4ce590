import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

const script = fileURLToPath(new URL('../../scripts/boundaries.mjs', import.meta.url));
const run = promisify(execFile);

/** Runs the boundary check over a tree of these files; answers what it says. */
async function check(files: Readonly<Record<string, string>>): Promise<{ code: number; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-boundaries-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { stderr } = await run(process.execPath, [script, folder]);
    return { code: 0, said: stderr };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, said: stderr };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const legal = {
  'src/domain/a.ts': 'export const a = 1;\n',
  'src/application/b.ts': "import { a } from '../domain/a.js';\nexport const b = a;\n",
  'src/adapters/store/memory/c.ts': "import { b } from '../../../application/b.js';\nexport const c = b;\n",
  'src/bootstrap/d.ts': "import { c } from '../adapters/store/memory/c.js';\nexport const d = c;\n",
};

describe('The boundary check', () => {
  it('passes a tree whose imports point inwards', async () => {
    expect(await check(legal)).to.deep.equal({ code: 0, said: '4 modules, 0 violations\n' });
  });

  it('fails when it sees no modules', async () => {
    expect((await check({ 'src/readme.md': '' })).code).to.equal(1);
  });

  const illegal: readonly [rule: string, path: string, text: string][] = [
    ['domain-is-pure', 'src/domain/x.ts', "import { b } from '../application/b.js';\nexport const x = b;\n"],
    [
      'domain-is-pure',
      'src/domain/x.ts',
      "import type { b } from '../application/b.js';\nexport type X = typeof b;\n",
    ],
    [
      'domain-is-pure',
      'src/domain/x.ts',
      "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;\n",
    ],
    [
      'application-knows-the-domain-only',
      'src/application/x.ts',
      "import { c } from '../adapters/store/memory/c.js';\nexport const x = c;\n",
    ],
    [
      'adapters-do-not-know-bootstrap',
      'src/adapters/host/x.ts',
      "import { d } from '../../bootstrap/d.js';\nexport const x = d;\n",
    ],
    [
      'adapters-do-not-know-each-other',
      'src/adapters/store/postgres/x.ts',
      "import { c } from '../memory/c.js';\nexport const x = c;\n",
    ],
    [
      'adapters-do-not-know-each-other',
      'src/adapters/delivery/rest/x.ts',
      "import { c } from '../../store/memory/c.js';\nexport const x = c;\n",
    ],
  ];
  for (const [rule, path, text] of illegal) {
    it(`names ${rule} for ${text.split('\n')[0]} in ${path}`, async () => {
      const { code, said } = await check({ ...legal, [path]: text });
      expect(code).to.equal(1);
      expect(said).to.include(`${rule}: ${path}`);
    });
  }
});
