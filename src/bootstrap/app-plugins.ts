import { createPlugins, type AppPlugin } from '../adapters/app-code/plugins/create-plugins.js';
import { emailPlugin } from '../adapters/app-code/plugins/email-plugin.js';
import { localesPlugin } from '../adapters/app-code/plugins/locales-plugin.js';
import { uploadPlugin } from '../adapters/app-code/plugins/upload-plugin.js';
import { usersPlugin } from '../adapters/app-code/plugins/users-plugin.js';
import { createAppTokens } from '../adapters/identity/create-app-tokens.js';
import { partiesOf } from './app-settings.js';
import type { Parts } from './parts.js';

/** Makes the plugins that app code reaches with `strapi.plugin(name)`. */
export function appPlugins(parts: Parts): Readonly<Record<string, AppPlugin>> {
  const { app, mails, media, passwords, graphqlExtensions } = parts;
  const { accounts } = app.config;
  const documents = (uid: string) => parts.appObject.documents(uid);
  const provider = accounts.mailUrl === null ? (accounts.mailProvider?.name ?? 'none') : 'nodemailer';
  const settings = accounts.mailProvider?.settings ?? {};
  const plugins = {
    email: emailPlugin(mails, { provider, settings }),
    graphql: { services: { extension: graphqlExtensions.service } },
    i18n: localesPlugin(() => parts.appObject.locales),
    upload: uploadPlugin({ media, documents }),
    'users-permissions': usersPlugin({
      tokens: createAppTokens(() => parts.sessionKey, partiesOf(app), accounts.sessionLifetimeSeconds),
      isRefreshed: accounts.refresh !== null,
      passwords,
      documents,
    }),
  };
  return createPlugins(plugins, {
    contentType: (uid) => parts.appObject.contentType(uid),
    config: (path, otherwise) => parts.appBase.config.get(path, otherwise),
  });
}
