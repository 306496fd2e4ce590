import { readingMinutes } from '../../../../utils/reading-time';

export default {
  beforeCreate(event) {
    const { data } = event.params;
    data.readingMinutes = readingMinutes(data.body);
    event.state.started = Date.now();
  },

  beforeUpdate(event) {
    const { data } = event.params;
    if (data.body !== undefined) data.readingMinutes = readingMinutes(data.body);
  },

  async afterCreate(event) {
    const { result } = event;
    if (!result.publishedAt) return;
    await strapi.documents('api::category.category').create({ data: { name: `made with ${result.title}` } });
    if (result.title === 'breaks afterwards') throw new Error('afterCreate broke');
  },
};
