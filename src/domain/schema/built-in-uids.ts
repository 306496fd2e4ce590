/** The content-types that every schema has (`built-in.ts`). */
export const fileType = 'plugin::upload.file';
export const localeType = 'plugin::i18n.locale';
export const roleType = 'plugin::users-permissions.role';
export const sessionType = 'plugin::users-permissions.session';
export const userType = 'plugin::users-permissions.user';
export const releaseType = 'plugin::releases.release';
