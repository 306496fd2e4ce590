import { createEnv } from '../../adapters/app-directory/create-env.js';

/** `@strapi/utils` for the code of apps. */
export * from '../../adapters/app-code/packages/utils.js';

/** Reads the environment of this process, as it is when it is asked. */
export const env = createEnv(process.env);
