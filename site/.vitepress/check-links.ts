import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const idsIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));

/**
 * Throws if a link within the built site leads to a file or a heading that is not there; VitePress itself looks for pages
 * only. `isElsewhere` says which addresses lead to files that the site does not have.
 */
export function checkLinks(folder: string, isElsewhere: (href: string) => boolean): void {
  const textOf = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => [`/${name.replaceAll('\\', '/')}`, readFileSync(join(folder, name), 'utf8')]),
  );
  const idsOf = new Map([...textOf].map(([page, html]) => [page, idsIn(html)]));
  const dead = [...textOf].flatMap(([page, html]) =>
    [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => !/^[a-z]+:/.test(href) && !isElsewhere(href))
      .filter((href) => {
        const { pathname, hash } = new URL(href, `http://site${page}`);
        const target = [pathname, `${pathname}.html`, `${pathname}index.html`].find((path) =>
          idsOf.has(path),
        );
        if (target === undefined) return !existsSync(join(folder, decodeURIComponent(pathname)));
        return hash !== '' && idsOf.get(target)?.has(decodeURIComponent(hash.slice(1))) === false;
      })
      .map((href) => `${page}: ${href}`),
  );
  if (dead.length > 0) throw new Error(`Links of the site lead nowhere:\n${[...new Set(dead)].join('\n')}`);
}
