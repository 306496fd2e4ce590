// The documentation as a site: `npm run docs` serves it while you write, `npm run docs:build` makes static files, with a
// search that needs no server. The pages are those of docs/, and the README is its first page.
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { checkLinks } from './check-links.js';

const textOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const index = textOf('docs/README.md');

/** The icon of the admin page, which is an address with the picture in it. */
const [icon = ''] = /data:image[^"]+/.exec(textOf('src/adapters/delivery/admin/page/index.html')) ?? [];

/** Programs and folders of the repository, which the site does not have. */
const inRepository = /^\.?\.?\/?(\.\.\/)*(src|test|examples|bench|deploy|LICENSE)/;

export default defineConfig({
  title: 'Quire',
  description: 'A content API server over PostgreSQL or MongoDB',
  head: [['link', { rel: 'icon', href: icon }]],
  srcDir: '..',
  srcExclude: ['**/node_modules/**', 'bench/**', 'dist*/**', 'examples/**', 'site/**', 'src/**', 'test/**'],
  outDir: '../dist.docs',
  cacheDir: '../node_modules/.cache/vitepress',
  rewrites: { 'README.md': 'index.md' },
  cleanUrls: true,
  ignoreDeadLinks: [inRepository],
  buildEnd: ({ outDir }) => {
    copyFileSync(
      fileURLToPath(new URL('../../docs/grafana.json', import.meta.url)),
      join(outDir, 'docs/grafana.json'),
    );
    checkLinks(outDir, (href) => inRepository.test(href));
  },
  // Pages are plain Markdown: what looks like a tag or an expression is text.
  markdown: {
    html: false,
    anchor: { slugify: anchorOf },
    // Loaded at once: VitePress loads others while it renders, in a worker whose answer it may miss on a busy machine.
    languages: ['dockerfile', 'graphql', 'ini', 'js', 'json', 'sh', 'ts', 'yaml'],
    config: (markdown) => {
      markdown.core.ruler.before('normalize', 'comments', (state) => {
        // The README is the page at the root.
        state.src = state.src.replaceAll(/<!--.*?-->/gs, '').replaceAll('](../README.md)', '](/)');
      });
      const text = markdown.renderer.rules.text;
      markdown.renderer.rules.text = (...all) =>
        (text?.(...all) ?? '').replaceAll('{{', '&#123;&#123;').replaceAll('}}', '&#125;&#125;');
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Getting started', link: '/docs/getting-started' },
      { text: 'All pages', link: '/docs/README' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    sidebar: sidebarOf(index),
  },
});

/** The anchor of a heading, as GitHub and editors make it: links of the pages have to work there too. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** The sections of the index of pages, with their links: `- [Title](page.md): what it lets you do`. */
function sidebarOf(text: string): DefaultTheme.SidebarItem[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.slice(0, section.indexOf('\n')),
      items: [...section.matchAll(/^\s*- \[(.+?)\]\((.+?)\.md\)/gm)].map(([, title = '', page = '']) => ({
        text: title,
        link: `/docs/${page}`,
      })),
    }));
}
