import { isPlainObject } from '../domain/document/plain-object.js';
import type { Parts } from './parts.js';

/**
 * Returns where pictures of the media library come from beside this server, as sources of a content security policy: the bucket,
 * and what `strapi::security` allows for `img-src`. An upload provider names addresses that nobody knows before, so without
 * such a list any server may have them.
 */
export function pictureSources({ app, files }: Pick<Parts, 'app' | 'files'>): readonly string[] {
  const allowed = imageDirective(app.config.middlewares.securityHeaders);
  const address = files.urlOf('any');
  if (address === null) return allowed.length === 0 ? ['https:'] : allowed;
  return URL.canParse(address) ? [...new Set([new URL(address).origin, ...allowed])] : allowed;
}

function imageDirective(headers: unknown): readonly string[] {
  const policy = memberOf(headers, 'contentSecurityPolicy');
  const list = memberOf(memberOf(policy, 'directives'), 'img-src');
  const sources = Array.isArray(list) ? list.filter((source) => typeof source === 'string') : [];
  return sources.filter((source) => !/^'|^(?:data|blob):$|strapi\.io$/.test(source));
}

const memberOf = (holder: unknown, name: string): unknown =>
  isPlainObject(holder) ? holder[name] : undefined;
