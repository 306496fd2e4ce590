'use strict';

module.exports = ({ strapi }) => {
  const store = strapi.store({ type: 'core', name: 'newsletter' });
  return {
    list: async () => (await store.get({ key: 'addresses' })) ?? [],
    async add(email) {
      const list = [...(await this.list()), email];
      await store.set({ key: 'addresses', value: list });
      await strapi.plugins['email'].services.email.send({ to: email, subject: 'Welcome', text: 'You are on the list.' });
      return list;
    },
  };
};
