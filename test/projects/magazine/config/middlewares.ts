export default [
  'strapi::logger',
  'strapi::errors',
  {
    name: 'strapi::security',
    config: {
      contentSecurityPolicy: {
        useDefaults: true,
        directives: {
          'connect-src': ["'self'", 'https:'],
          'img-src': ["'self'", 'data:', 'blob:', 'cdn.example.com'],
          upgradeInsecureRequests: null,
        },
      },
    },
  },
  {
    name: 'strapi::cors',
    config: { origin: ['https://magazine.example.com'], headers: ['Content-Type', 'Authorization', 'X-Edition'], keepHeaderOnError: true },
  },
  'strapi::poweredBy',
  'strapi::query',
  { name: 'strapi::body', config: { jsonLimit: '2mb', includeUnparsed: true } },
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
  { name: 'global::edition', config: { fallback: 'weekly' } },
];
