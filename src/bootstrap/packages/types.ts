/** `@strapi/types` for the code of apps: what it has are types, which disappear when code is compiled. */
const types = {};

export default types;

export type { Data, Hooks, Modules, UID } from './content.js';
export type { Core, Strapi } from './core.js';
export * from '../../types/public.js';
export * from '../../types/schema.js';
