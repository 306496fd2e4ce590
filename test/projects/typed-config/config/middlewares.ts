import type { Core } from '@strapi/strapi';

const config: Core.Config.Middlewares = [
  'strapi::errors',
  { name: 'strapi::cors', config: { origin: ['https://shop.example.org'] } },
  { resolve: './src/middlewares/around' },
];

export default config;
