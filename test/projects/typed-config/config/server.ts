import type { Core } from '@strapi/strapi';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server => ({
  host: env('HOST', '0.0.0.0'),
  port: env.int('PORT', 1337),
  url: env('PUBLIC_URL'),
  proxy: { koa: env.bool('BEHIND_PROXY', false) },
  app: { keys: env.array('APP_KEYS') },
  logger: { updates: { enabled: false } },
  cron: {
    enabled: true,
    tasks: {
      '0 8 * * *': async ({ strapi }) => strapi.log.info('good morning'),
      digest: { task: ({ strapi }, date) => strapi.log.info(date.toISOString()), options: '0 9 * * *' },
    },
  },
});

export const wrong: Core.Config.Server = {
  // @ts-expect-error It is a number.
  port: '1337',
  // @ts-expect-error It is a flag.
  cron: { enabled: 'yes' },
};

export default config;
