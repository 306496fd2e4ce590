'use strict';

module.exports = ({ env }) => ({
  host: '127.0.0.1',
  port: env.int('PORT', 1337),
  app: { keys: ['not a secret', 'of a server that is only measured'] },
});
