'use strict';

module.exports = {
  auth: { secret: 'of a server that is only measured' },
  apiToken: { salt: 'of a server that is only measured' },
  transfer: { token: { salt: 'of a server that is only measured' } },
  serveAdminPanel: false,
  autoOpen: false,
};
