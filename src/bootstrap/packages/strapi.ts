/** `@strapi/strapi` for the code of apps and for scripts. */
export { factories } from '../../adapters/app-code/http/factories.js';
export { compileStrapi, createStrapi } from '../create-strapi.js';
