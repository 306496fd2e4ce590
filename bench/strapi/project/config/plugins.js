'use strict';

module.exports = ({ env }) => ({
  graphql: { config: { depthLimit: 10, amountLimit: 100, v4CompatibilityMode: false } },
  'users-permissions': { config: { jwtSecret: env('JWT_SECRET') } },
});
