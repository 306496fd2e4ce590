export default {
  /** Runs at every start, before the server listens. */
  async bootstrap({ strapi }) {
    strapi.log.debug('this project starts');
  },
};
