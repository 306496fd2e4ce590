import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { valueOf } from '../contract/world.js';
import type { StoreKind } from '../integration/transfer/opened-stores.js';
import { documentsNamed, everything } from '../integration/transfer/transfer-world.js';
import { skipWithoutMongo } from '../mongo.js';
import { describeCover, libraryPath, openLibrary, type LibraryApp } from './library.js';

interface ExportedLine {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly value?: { readonly key: string; readonly value: unknown };
}

describe('an export', function () {
  this.timeout(120_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-test-exports-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Everything that can be read of a library. Forms of usernames are made anew by each import. */
  const contentOf = async ({ app, store }: LibraryApp): Promise<readonly string[]> => {
    const lines = await everything(app.schema, documentsNamed('none', store, app.schema));
    return lines.map((line) => line.replaceAll(/"defaultSince":"[^"]*"/g, '"defaultSince":"…"'));
  };

  for (const kind of ['memory', 'PostgreSQL', 'MongoDB'] as const satisfies readonly StoreKind[])
    it(`from ${kind} can be imported again, and gives the same documents, links and access`, async function () {
      if (kind === 'MongoDB') await skipWithoutMongo(this);
      const [first, second] = [await openLibrary(kind), await openLibrary('memory')];
      valueOf(await first.import(libraryPath('library.tar.gz')));
      await describeCover(first);
      const archive = await first.export(join(folder, kind), { key: 'k' });
      expect(archive).to.equal(join(folder, `${kind}.tar.gz.enc`));
      const { findings } = valueOf(await second.import(archive, { key: 'k' }));
      expect(findings.filter(({ kind: found }) => found === 'lost')).to.deep.equal([]);
      expect(await contentOf(second)).to.deep.equal(await contentOf(first));
      for (const said of ['"alternativeText":""', '"focalPoint":{"x":12.5,"y":80}'])
        expect((await contentOf(second)).join()).to.contain(said);
      const [before, after] = [
        valueOf(await first.store.access.load()),
        valueOf(await second.store.access.load()),
      ];
      const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1);
      expect(after.roles.toSorted(byName)).to.deep.equal(before.roles.toSorted(byName));
      for (const key of ['cover_366644fe39.jpg', 'thumbnail_cover_366644fe39.jpg']) {
        const file = await second.files.open(key);
        expect(file?.size).to.be.greaterThan(1000);
        await file?.close();
      }
      await first.close();
      await second.close();
    });

  it('to a folder, or without compression, has the same content, and what Strapi needs for signing in', async () => {
    const library = await openLibrary('memory');
    valueOf(await library.import(libraryPath('library.tar.gz')));
    const paths = [
      await library.export(`${join(folder, 'plain')}/`),
      await library.export(join(folder, 'loose.tar.gz'), { compress: false }),
    ];
    expect(paths[1]).to.equal(join(folder, 'loose.tar'));
    expect(await readdir(join(folder, 'plain'))).to.have.members([
      'assets',
      'configuration',
      'entities',
      'links',
      'metadata.json',
      'schemas',
    ]);
    const linesOf = async (path: string): Promise<readonly ExportedLine[]> =>
      (await readFile(join(folder, 'plain', path), 'utf8')).split('\n').map((line) => JSON.parse(line));
    const permissions = (await linesOf('entities/entities_00001.jsonl')).flatMap(
      ({ data }) => data?.['action'] ?? [],
    );
    for (const action of ['auth.callback', 'auth.register', 'user.me'])
      expect(permissions).to.include(`plugin::users-permissions.${action}`);
    const advanced = (await linesOf('configuration/configuration_00001.jsonl')).find(
      ({ value }) => value?.key === 'plugin_users-permissions_advanced',
    );
    expect(advanced?.value?.value).to.include({ allow_register: true, default_role: 'authenticated' });
    for (const path of paths) {
      const other = await openLibrary('memory');
      valueOf(await other.import(path));
      expect(await contentOf(other)).to.deep.equal(await contentOf(library));
      await other.close();
    }
    await library.close();
  });
});
