import type { Core } from '@strapi/strapi';

const config: Core.Config.Api = {
  rest: { defaultLimit: 25, maxLimit: 100, withCount: true, strictParams: true },
  documents: { strictParams: true },
};

// @ts-expect-error It is a number.
export const wrong: Core.Config.Api = { rest: { maxLimit: 'all' } };

export default config;
