/** `@strapi/strapi` for the code of apps and for scripts. */
export { factories } from '../../adapters/delivery/rest/policies/factories.js';
export { compileStrapi, createStrapi } from '../create-strapi.js';
