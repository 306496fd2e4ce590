import type { Core } from '@strapi/strapi';

const config: Core.Config.Shared.ConfigExport<Core.Config.Plugin> = ({ env }) => ({
  'users-permissions': { config: { jwtSecret: env('JWT_SECRET'), sessions: { httpOnly: true } } },
  seo: { enabled: true, resolve: './src/plugins/seo' },
  documentation: false,
});

export default config;
