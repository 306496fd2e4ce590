import { isPlainObject } from '../domain/document/plain-object.js';
import type { Parts } from './parts.js';

/**
 * Returns where pictures of the media library come from beside this server, as sources of a content security policy: the bucket,
 * and what `strapi::security` allows for `img-src`. An upload provider names addresses that nobody knows before, so without
 * such a list any server may have them.
 */
export function pictureSources({ app, files }: Pick<Parts, 'app' | 'files'>): readonly string[] {
  const directive = imageDirective(app.config.middlewares.securityHeaders);
  const allowed = (directive ?? []).filter((source) => !onOwn.test(source));
  const address = files.urlOf('any');
  if (address === null) return directive === undefined ? ['https:'] : allowed;
  return URL.canParse(address) ? [...new Set([new URL(address).origin, ...allowed])] : allowed;
}

/** What the page has anyway, and a part of Strapi's default. */
const onOwn = /^(?:'.*|data:|blob:|https:\/\/market-assets\.strapi\.io)$/;

/** Undefined: the app says nothing about pictures. */
function imageDirective(headers: unknown): readonly string[] | undefined {
  const policy = memberOf(headers, 'contentSecurityPolicy');
  const list = memberOf(memberOf(policy, 'directives'), 'img-src');
  return Array.isArray(list) ? list.filter((source) => typeof source === 'string') : undefined;
}

const memberOf = (holder: unknown, name: string): unknown =>
  isPlainObject(holder) ? holder[name] : undefined;
