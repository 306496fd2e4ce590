import { healthArea, tokenArea, trailArea, typeArea } from '../../../../domain/schema/built-in-uids.js';

/** The areas of the settings, as they are named in `Rights`. */
export const areas = {
  administrators: 'plugin::admin.administrator',
  administratorRoles: 'plugin::admin.role',
  users: 'plugin::users-permissions.user',
  roles: 'plugin::users-permissions.role',
  media: 'plugin::upload.file',
  folders: 'plugin::upload.folder',
  locales: 'plugin::i18n.locale',
  webhooks: 'plugin::webhooks.webhook',
  releases: 'plugin::releases.release',
  views: 'plugin::admin.view',
  types: typeArea,
  tokens: tokenArea,
  trail: trailArea,
  health: healthArea,
} as const;
