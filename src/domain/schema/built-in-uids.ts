/** The content-types that every schema has (`built-in.ts`). */
export const fileType = 'plugin::upload.file';
export const folderType = 'plugin::upload.folder';
export const localeType = 'plugin::i18n.locale';
export const roleType = 'plugin::users-permissions.role';
export const sessionType = 'plugin::users-permissions.session';
export const userType = 'plugin::users-permissions.user';
export const historyType = 'plugin::history.entry';
export const releaseType = 'plugin::releases.release';
export const bulkJobType = 'plugin::bulk.job';
export const webhookType = 'plugin::webhooks.webhook';
export const administratorType = 'plugin::admin.administrator';
export const administratorRoleType = 'plugin::admin.role';
export const administratorSessionType = 'plugin::admin.session';
export const administratorLinkType = 'plugin::admin.link';
export const viewType = 'plugin::admin.view';
export const deliveryType = 'plugin::webhooks.delivery';

/** Those that only the server itself uses: they are in no export for others. */
export const internalTypes: ReadonlySet<string> = new Set([
  sessionType,
  webhookType,
  deliveryType,
  releaseType,
  bulkJobType,
  historyType,
  administratorType,
  administratorRoleType,
  administratorSessionType,
  administratorLinkType,
  viewType,
]);

/** What administrators look after beside documents; grants of their roles name it as if it were a content-type. */
export const [tokenArea, trailArea, healthArea, typeArea] = [
  'plugin::admin.token',
  'plugin::admin.trail',
  'plugin::admin.health',
  'plugin::admin.type',
] as const;

/** Whether it is no content: a type that only the server itself uses, or an area. */
export const isInternal = (name: string): boolean => internalTypes.has(name) || areas.has(name);

const areas: ReadonlySet<string> = new Set([tokenArea, trailArea, healthArea, typeArea]);
