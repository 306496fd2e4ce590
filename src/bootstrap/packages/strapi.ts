import { factories as untyped } from '../../adapters/app-code/http/factories.js';
import type { Factories } from './factories.js';

/** `@strapi/strapi` for the code of apps and for scripts. */
export { compileStrapi, createStrapi } from '../create-strapi.js';
export type * from './types.js';

export const factories = untyped as unknown as Factories;
