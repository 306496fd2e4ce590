import type { AppObject } from 'quire-cms';

export default {
  /** Runs at every start, before the server listens. */
  async bootstrap({ strapi }: { strapi: AppObject }) {
    strapi.log.debug('this project starts');
  },
};
