import helmet, { type HelmetOptions } from 'helmet';
import { isPlainObject, type PlainObject } from '../../domain/document/plain-object.js';
import { didYouMean } from '../../domain/nearest-name.js';

const keys: readonly string[] = [
  'contentSecurityPolicy',
  'crossOriginEmbedderPolicy',
  'crossOriginOpenerPolicy',
  'crossOriginResourcePolicy',
  'originAgentCluster',
  'referrerPolicy',
  'strictTransportSecurity',
  'hsts',
  'xContentTypeOptions',
  'noSniff',
  'xDnsPrefetchControl',
  'dnsPrefetchControl',
  'xDownloadOptions',
  'ieNoOpen',
  'xFrameOptions',
  'frameguard',
  'xPermittedCrossDomainPolicies',
  'permittedCrossDomainPolicies',
  'xPoweredBy',
  'hidePoweredBy',
  'xXssProtection',
  'xssFilter',
];

/** The directives that `strapi::security` adds to those of helmet; null leaves one out. */
const directives: PlainObject = {
  'connect-src': ["'self'", 'https:'],
  'img-src': ["'self'", 'data:', 'blob:', 'https://market-assets.strapi.io'],
  'media-src': ["'self'", 'data:', 'blob:'],
  'upgrade-insecure-requests': null,
};

/** Decodes the options of `strapi::security`, which are those of helmet. Returns a message if they are wrong. */
export function decodeSecurity(options: PlainObject): HelmetOptions | string {
  const unknown = Object.keys(options).find((key) => !keys.includes(key));
  if (unknown !== undefined) return `knows no ${unknown}${didYouMean(unknown, keys)}`;
  if (holdsFunction(options)) return 'has a function, but these headers are the same for every request';
  const merged = withDirectives(options) as HelmetOptions;
  try {
    helmet(merged);
    return merged;
  } catch (error) {
    return `is refused: ${(error as Error).message}`;
  }
}

const holdsFunction = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsFunction));

function withDirectives(options: PlainObject): PlainObject {
  const policy = options['contentSecurityPolicy'];
  if (!isPlainObject(policy)) return options;
  const given = isPlainObject(policy['directives']) ? policy['directives'] : {};
  return { ...options, contentSecurityPolicy: { ...policy, directives: mergeDirectives(given) } };
}

/** Projects rely on how Strapi merges lists: by position, so that a shorter list gets the rest of the default's. */
function mergeDirectives(given: PlainObject): PlainObject {
  const named = Object.fromEntries(Object.entries(given).map(([name, value]) => [dashed(name), value]));
  const merged: Record<string, unknown> = { ...directives };
  for (const [name, value] of Object.entries(named)) {
    const base = directives[name];
    if (value === undefined) continue;
    merged[name] =
      Array.isArray(value) && Array.isArray(base) ? [...value, ...base.slice(value.length)] : value;
  }
  return merged;
}

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
