/** The whole package `@strapi/utils`, after which this file is named, as code of apps imports it. */
import { createEnv } from '../../adapters/app-directory/create-env.js';

export * from '../../adapters/app-code/packages/utils.js';

/** Reads the environment of this process, as it is when it is asked. */
export const env = createEnv(process.env);
