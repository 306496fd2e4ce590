// Builds the admin page into the folder <argument>/admin: hashed files, the list of them, and each file compressed beside it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const page = 'src/adapters/delivery/admin/page';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = join(root, process.argv[2], 'admin');

/** Messages are read by people as one text an id; the page gets them parsed. */
const compileMessages = {
  name: 'compile-messages',
  enforce: 'pre',
  transform(text, id) {
    if (!/\/messages\/\w+\.json$/.test(id)) return null;
    // Those of the forms for signing in are for the server.
    const texts = Object.entries(JSON.parse(text)).filter(([key]) => !key.startsWith('form.'));
    const compiled = texts.map(([key, message]) => [key, compileMessage(message)]);
    return JSON.stringify(Object.fromEntries(compiled));
  },
};

/** Which rules win is said in each file, so that it does not matter which one comes first in the built one. */
const orderLayers = {
  name: 'order-layers',
  enforce: 'pre',
  transform: (text, id) =>
    id.endsWith('.css') ? `@layer tokens, base, controls, screens, touch;\n${text}` : null,
};

async function compressAll(folder) {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all(
    // Pictures are compressed already.
    readdirSync(folder)
      .filter((name) => !name.endsWith('.png'))
      .map(async (name) => {
        const bytes = readFileSync(join(folder, name));
        const [br, gz] = await Promise.all([
          promisify(brotliCompress)(bytes, { params: quality }),
          promisify(gzip)(bytes, { level: 9 }),
        ]);
        writeFileSync(join(folder, `${name}.br`), br);
        writeFileSync(join(folder, `${name}.gz`), gz);
      }),
  );
}

/** The forms for signing in are made by the server, which reads their texts beside its own files. */
function copyFormTexts() {
  const target = join(root, process.argv[2], page, 'messages');
  mkdirSync(target, { recursive: true });
  for (const file of readdirSync(join(root, page, 'messages')).filter((name) => name.endsWith('.json'))) {
    const texts = Object.entries(JSON.parse(readFileSync(join(root, page, 'messages', file), 'utf8')));
    const kept = texts.filter(([key]) => /^(form|reason\.signIn)\.|^password\.hint$/.test(key));
    writeFileSync(join(target, file), JSON.stringify(Object.fromEntries(kept)));
  }
}

/** The packages whose code the page may contain. Their dependencies come with them. */
const packages = [
  'react',
  'react-dom',
  'react-aria-components',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@lingui/core',
  'lucide-react',
  'zustand',
  'prosemirror-view',
  'prosemirror-model',
  'prosemirror-state',
  'prosemirror-transform',
  'prosemirror-commands',
  'prosemirror-inputrules',
  'prosemirror-keymap',
  '@codemirror/commands',
  '@codemirror/lang-json',
  '@codemirror/language',
  '@codemirror/state',
  '@codemirror/view',
  '@lezer/highlight',
  'mdast-util-from-markdown',
  'mdast-util-gfm',
  'micromark-extension-gfm',
];

function noticesOf() {
  const notices = packages.map((name) => {
    const folder = join(root, 'node_modules', name);
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const license = ['LICENSE', 'LICENSE.md', 'license'].find((file) => existsSync(join(folder, file)));
    const text = license === undefined ? '' : readFileSync(join(folder, license), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return `The files of this folder contain these packages.\n\n${notices.join('\n---\n\n')}`;
}

/**
 * One file of what several screens use: else each pair of screens gets a file of its own, and a list asks for 45 of them. An
 * editor of blocks or code and the messages of a language stay apart, and so does what only an open entry needs: the forms of
 * texts are those of filters too.
 */
const shared = {
  name: 'shared',
  test: (id) => !later.test(id) && !apart.test(id) && !ofEntry.test(id),
  minShareCount: 2,
  priority: 3,
};
const apart = /prosemirror|codemirror|@lezer|style-mod|\/messages\/(?:de|fr|ar)\.json/;
const ofEntry =
  /\/page\/entry\/(?!compare\/|fields\/(?:text-forms|json-fault|typed-number|written-value)\.ts)/;
const entry = { name: 'entry', test: /\/page\/entry\//, minShareCount: 2, priority: 2 };

/** An entry without such texts does not fetch what only their editors share; what that needs stays where it is. */
const ofTexts = {
  name: 'text-pictures',
  test: /\/entry\/fields\/text-pictures\./,
  priority: 4,
  includeDependenciesRecursively: false,
};

/** What only settings and media share is no part of the first bytes of a list. The names that are left out are in the frame. */
const later =
  /\/page\/(?:media\/(?!media-search\.)|settings\/(?!(?:areas|settings-routes|settings-search|use-action)\.))/;
const sharedLater = {
  name: 'shared-later',
  test: (id) => !apart.test(id),
  minShareCount: 2,
  priority: 1,
};

await build({
  configFile: false,
  root: join(root, page),
  base: './',
  logLevel: 'warn',
  plugins: [react(), compileMessages, orderLayers],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    // One file of styles, of 8 kB compressed: a file for each screen is one request more for each.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: [shared, ofTexts, entry, sharedLater] } } },
  },
});
writeFileSync(join(outDir, 'NOTICE'), noticesOf());
copyFormTexts();
await compressAll(join(outDir, 'assets'));
