import { Event } from '@strapi/database/dist/lifecycles';

const shorten = (event: Event): void => {
  const { data } = event.params;
  if (data.text) data.text = data.text.slice(0, 20);
  event.state.wasShortened = true;
};

export default {
  beforeCreate: shorten,
  async afterCreate(event: Event) {
    strapi.log.info(`${event.model.uid} ${event.action} ${event.result.documentId}`);
  },
};
