import { isBuiltin } from 'node:module';

/** Packages that Strapi installs, so that code of its projects finds them without declaring them. */
const brought: ReadonlySet<string> = new Set([
  'axios',
  'bcryptjs',
  'date-fns',
  'fs-extra',
  'jsonwebtoken',
  'koa',
  'lodash',
  'node-schedule',
  'qs',
  'undici',
  'yup',
]);

/** Returns what to do about an import of a package that is not installed. Undefined for other errors. */
export function missingPackage(thrown: unknown): string | undefined {
  const { code, message } = (thrown ?? {}) as { readonly code?: unknown; readonly message?: string };
  if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  const name = /Cannot find (?:module|package) '((?:@[^/']+\/)?[^./'][^/']*)/.exec(message ?? '')?.[1];
  if (name === undefined || isBuiltin(name) || name.startsWith('file:')) return undefined;
  const why = brought.has(name) ? ', which came with Strapi without being declared' : '';
  return `needs the package ${name}${why}: declare it in package.json (npm install ${name})`;
}
