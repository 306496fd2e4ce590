import { hookPackages } from './hook-modules.js';

/** `node --import quire-cms/register scripts/seed.js`: the script imports `@strapi/strapi` from this program. */
await hookPackages();
