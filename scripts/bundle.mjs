// Joins the modules of `src` into few files, because Node spends more time on finding and opening seven hundred than on
// running them. TypeScript writes the declarations beside them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Modules that are loaded by their own name beside those that package.json exports: processes, and stand-ins of packages. */
const programs = ['bootstrap/cli', 'bootstrap/dev/worker', 'adapters/images/decoder-process'];

/** Packages of many small modules, or of more than is used, which no app shares with this program. All others stay what is installed. */
const joined = new RegExp(
  `^(${[
    'inversify$|@inversifyjs/|lru-cache$|@zxcvbn-ts/|io-ts$|fp-ts/',
    // Express with what is used beside it: some 90 files, a tenth of the time of a start.
    'express$|busboy$|compression$|cors$|helmet$|ipaddr\\.js$|passport$|passport-strategy$|path-to-regexp$|qs$',
  ].join('|')})`,
);

/** Writes the files into `folder`. Rejects if a module cannot be found. */
export async function bundle(root, folder) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const exported = Object.values(exports)
    .map((entry) => entry.default ?? entry)
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.replace('./dist/', '').replace(/\.js$/, '.ts'));
  const isClient = (file) => file.startsWith('src/client/');
  const entries = [...exported, ...programs.map((name) => `src/${name}.ts`)];
  const options = { ...shared(root), absWorkingDir: root, outdir: folder };
  const program = entries.filter((file) => !isClient(file));
  const chunks = { splitting: true, chunkNames: 'src/chunks/[hash]', banner: { js: requires } };
  const { metafile } = await build({ ...options, ...chunks, entryPoints: program, metafile: true });
  // A browser gets the client without anything of the server.
  await build({ ...options, entryPoints: entries.filter(isClient), platform: 'neutral' });
  writeFileSync(join(root, folder, 'NOTICE'), noticesOf(root, Object.keys(metafile.inputs)));
}

/** What packages of CommonJS modules take from Node, they require. */
const requires = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

const shared = (root) => ({
  outbase: '.',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  plugins: [joinPackages, leavePackages, keepAddresses(root)],
});

const isInPackage = (importer) => /[\\/]node_modules[\\/]/.test(importer);

/**
 * The members of a CommonJS module would be lost in an `import()`, so its ES module is taken where there is one. What a joined
 * package needs is found from there.
 */
const joinPackages = {
  name: 'join-packages',
  setup: ({ onResolve }) =>
    onResolve({ filter: joined }, ({ path, importer }) => {
      if (isInPackage(importer) && !/^(fp|io)-ts/.test(path)) return undefined;
      const main = fileURLToPath(import.meta.resolve(path));
      return { path: moduleBeside(main) };
    }),
};

/** Others are not, nor what adds to the globals of Node. */
const leavePackages = {
  name: 'leave-packages',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./\\]/ }, ({ path, importer, kind }) => {
      const isPart =
        kind === 'entry-point' || (isInPackage(importer) && !path.startsWith('reflect-metadata'));
      return isPart ? undefined : { path, external: true };
    }),
};

/** Two of the packages name their ES modules for bundlers only, and one of these leaves out the extension. */
const moduleBeside = (main) =>
  main
    .replace(/\.cjs$/, '.mjs')
    .replace(/([\\/](?:fp|io)-ts[\\/])lib([\\/])/, '$1es6$2')
    .replace(/[\\/]\w+$/, '$&.js');

/** `import.meta.url` stays the address of the module itself, of whatever file it became a part. */
const keepAddresses = (root) => ({
  name: 'keep-addresses',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const place = relative(root, path).replaceAll('\\', '/').replace(/\.ts$/, '.js');
      const address = `import.meta.url.replace(/(.*\\/dist\\/).*/s, '$1${place}')`;
      return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' };
    }),
});

/** The licences of the packages that became parts of the files. */
function noticesOf(root, inputs) {
  const packages = inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  const notices = [...new Set(packages)].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${licenceOf(join(root, folder)).trim()}\n`;
  });
  return `The files beside this one contain these packages.\n\n${notices.join('\n---\n\n')}`;
}

/** The file of a licence, or what the description of the package says of it. */
function licenceOf(folder) {
  const textOf = (names) => {
    const found = readdirSync(folder).find((file) => names.test(file));
    return found === undefined ? '' : readFileSync(join(folder, found), 'utf8');
  };
  const text = textOf(/^licen[cs]e/i) || /^#+ licen[cs]e\s[\s\S]*/im.exec(textOf(/^readme/i))?.[0];
  if (text === undefined) throw new Error(`${folder} has no licence to pass on`);
  return text;
}
