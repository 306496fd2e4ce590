'use strict';

const types = ['restaurant', 'category', 'dish', 'chef'];
const operations = ['find', 'findOne', 'create', 'update', 'delete'];

module.exports = {
  /** Opens everything to the public, in Strapi and in Quire. */
  async bootstrap({ strapi }) {
    const role = await strapi.db
      .query('plugin::users-permissions.role')
      .findOne({ where: { type: 'public' } });
    for (const type of types)
      for (const operation of operations) {
        const data = { action: `api::${type}.${type}.${operation}`, role: role.id };
        const permissions = strapi.db.query('plugin::users-permissions.permission');
        if ((await permissions.findOne({ where: data })) === null) await permissions.create({ data });
      }
  },
};
