import helmet, { type HelmetOptions } from 'helmet';
import { isPlainObject } from '../../domain/document/plain-object.js';
import { didYouMean } from '../../domain/nearest-name.js';
import type { Decoded, InvalidSetting } from './config-codec.js';
import { decodeStrapiCors, type CorsSection } from './cors-setting.js';

/** What the server uses of `config/middlewares`. */
export interface MiddlewareList {
  /** Options of `strapi::security`, which are those of helmet. */
  readonly securityHeaders?: HelmetOptions;
  /** Options of `strapi::cors`, under the names of `server.cors`. */
  readonly cors?: CorsSection;
  /** One sentence for each entry that has no effect here. */
  readonly warnings: readonly string[];
}

/** The standard middlewares of Strapi, and why their options have no effect. The options of some are decoded below. */
const builtIn: Readonly<Record<string, string>> = {
  'strapi::body': 'bodies have limits of their own (docs/settings.md)',
  'strapi::compression': 'compress answers in the proxy',
  'strapi::cors': 'what is honoured is origin, headers, and credentials for origins that are named',
  'strapi::errors': 'errors are answered as clients know them',
  'strapi::favicon': 'public/favicon.ico is served, if it is there',
  'strapi::ip': '',
  'strapi::logger': 'the log has a form of its own',
  'strapi::poweredBy': 'no such header is sent',
  'strapi::public': 'the files of public/ are served as they are',
  'strapi::query': 'parameters have limits of their own',
  'strapi::responseTime': 'no such header is sent',
  'strapi::responses': 'answers are not handed to functions',
  'strapi::security': '',
  'strapi::session': 'there are no sessions but those of users',
};

/**
 * Decodes the list. Options that would make answers safer and are not supported are refused; others without effect
 * become warnings.
 */
export function decodeMiddlewares(raw: unknown): Decoded<MiddlewareList> {
  if (!Array.isArray(raw)) return { refusals: [{ path: '', message: 'must be a list' }] };
  const refusals: InvalidSetting[] = [];
  const warnings: string[] = [];
  const unrun: string[] = [];
  let securityHeaders: HelmetOptions | undefined;
  let cors: CorsSection | undefined;
  for (const [at, entry] of (raw as readonly unknown[]).entries()) {
    const { name, config } = read(entry);
    const refuse = (message: string | undefined): void => {
      if (message !== undefined) refusals.push({ path: `${at}`, message: `${name} ${message}` });
    };
    if (!name.startsWith('strapi::')) unrun.push(name);
    else if (!Object.hasOwn(builtIn, name)) refuse(`is not known${didYouMean(name, Object.keys(builtIn))}`);
    else if (name === 'strapi::security') {
      refuse(securityFault(config));
      securityHeaders = config;
    } else if (name === 'strapi::ip') refuse(addressFault(config));
    else {
      const read = name === 'strapi::cors' ? decodeStrapiCors(config) : undefined;
      for (const fault of read?.refusals ?? []) refuse(`${fault.path} ${fault.message}`);
      cors = read?.value?.cors ?? cors;
      const options = read?.value?.unread ?? Object.keys(config);
      if (options.length > 0) warnings.push(`${name} ${options.join(', ')}: ${builtIn[name]}`);
    }
  }
  if (unrun.length > 0) warnings.push(`${unrun.join(', ')}: not run, as they stand before no route`);
  return {
    refusals,
    value: { warnings, ...(securityHeaders && { securityHeaders }), ...(cors && { cors }) },
  };
}

type Options = Readonly<Record<string, unknown>>;

function read(entry: unknown): { readonly name: string; readonly config: Options } {
  if (typeof entry === 'string') return { name: entry, config: {} };
  const { name, resolve, config } = isPlainObject(entry) ? entry : {};
  const said = name ?? resolve;
  return {
    name: typeof said === 'string' ? said : 'a function',
    config: isPlainObject(config) ? config : {},
  };
}

const addressFault = (config: Options): string | undefined =>
  Object.keys(config).length === 0
    ? undefined
    : 'limits addresses, which is not done here: remove it, and limit them in a proxy before the server';

const helmetKeys: readonly string[] = [
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

function securityFault(options: Options): string | undefined {
  const unknown = Object.keys(options).find((key) => !helmetKeys.includes(key));
  if (unknown !== undefined) return `knows no ${unknown}${didYouMean(unknown, helmetKeys)}`;
  if (holdsFunction(options)) return 'has a function, but these headers are the same for every request';
  try {
    helmet(options);
    return undefined;
  } catch (error) {
    return `is refused: ${(error as Error).message}`;
  }
}

const holdsFunction = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && Object.values(value).some(holdsFunction));
