import { adminSettings } from './admin-settings.js';
import { accountsSettings, otherAccountsKeys } from './accounts-settings.js';
import { apiSettings, otherApiKeys } from './api-settings.js';
import { databaseSettings, otherDatabaseKeys } from './database-settings.js';
import { graphqlSettings, otherGraphqlKeys } from './graphql-settings.js';
import { otherServerKeys, serverSettings } from './server-settings.js';
import { otherSessionKeys, sessionSettings } from './session-settings.js';
import { observeSettings } from './observe-settings.js';
import { settingsIn } from './setting.js';
import { otherUploadKeys, uploadSettings } from './upload-settings.js';

/** All settings, by the name of their value. */
export const settingTable = {
  ...serverSettings,
  ...databaseSettings,
  ...apiSettings,
  ...graphqlSettings,
  ...uploadSettings,
  sessions: sessionSettings,
  ...accountsSettings,
  ...adminSettings,
  ...observeSettings,
};

/** Keys of existing projects that are not settings: ignored, or refused with the reason. */
export const otherKeys = {
  ...otherServerKeys,
  ...otherDatabaseKeys,
  ...otherApiKeys,
  ...otherGraphqlKeys,
  ...otherUploadKeys,
  ...otherSessionKeys,
  ...otherAccountsKeys,
};

export const settings = settingsIn(settingTable);

/** The tables of docs/settings.md, by their headings. */
export const settingGroups = {
  Server: settingsIn(serverSettings),
  Database: settingsIn(databaseSettings),
  'REST and limits of requests': settingsIn(apiSettings),
  GraphQL: settingsIn(graphqlSettings),
  Files: settingsIn(uploadSettings),
  Sessions: settingsIn(sessionSettings),
  'Accounts and mail': settingsIn(accountsSettings),
  Administrators: settingsIn(adminSettings),
  Monitoring: settingsIn(observeSettings),
};
