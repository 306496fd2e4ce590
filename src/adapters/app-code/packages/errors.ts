/** `errors` of `@strapi/utils`. */
export { errors } from '../../../application/app-code/errors.js';
