import {
  createPlugins,
  type PluginParts,
  type ServerPlugins,
} from '../adapters/app-code/plugins/create-plugins.js';
import { emailPlugin } from '../adapters/app-code/plugins/email-plugin.js';
import { createPluginExtensions } from '../adapters/app-code/plugins/extensions/extend-plugins.js';
import { localesPlugin } from '../adapters/app-code/plugins/locales-plugin.js';
import { uploadPlugin } from '../adapters/app-code/plugins/upload-plugin.js';
import { usersPlugin } from '../adapters/app-code/plugins/users-plugin.js';
import { createResolverServices } from '../adapters/delivery/graphql/extension/create-resolver-services.js';
import { treeOf } from '../adapters/delivery/rest/access/permission-tree.js';
import { createAppTokens } from '../adapters/identity/create-app-tokens.js';
import { attributesByCode } from '../domain/schema/built-in.js';
import { partiesOf } from './app-settings.js';
import type { Parts } from './parts.js';

/** Makes the plugins, with what extends them. */
export function serverPlugins(parts: Parts): ServerPlugins {
  const { app, appBase, appHttp, pluginActions } = parts;
  const plugins = pluginParts(parts);
  const { registries } = appHttp;
  const extensions = createPluginExtensions({
    plugins: Object.entries(plugins).map(([name, { services, contentTypes = [] }]) => ({
      name,
      services,
      contentTypes: Object.fromEntries(
        contentTypes.map((type) => [type, appBase.contentType(`plugin::${name}.${type}`) ?? {}]),
      ),
      added: Object.fromEntries(
        contentTypes.map((type) => [type, attributesByCode(app.addedByCode, `plugin::${name}.${type}`)]),
      ),
    })),
    run: pluginActions.run,
    registries,
    directory: app.directory,
  });
  const all = createPlugins(plugins, {
    contentType: (uid) => appBase.contentType(uid),
    config: (path, otherwise) => appBase.config.get(path, otherwise),
    registries,
    routes: extensions.routesOf,
  });
  return { all, extensions };
}

function pluginParts(parts: Parts): Readonly<Record<string, PluginParts>> {
  const { app, mails, media, passwords, graphqlExtensions } = parts;
  const { accounts } = app.config;
  const documents = (uid: string) => parts.appObject.documents(uid);
  const { graphql } = app.config;
  const resolverServices = createResolverServices({
    schema: parts.schema,
    format: graphql.responseFormat,
    limits: graphql,
    count: (uid, params) => documents(uid).count(params),
  });
  const provider = accounts.mailUrl === null ? (accounts.mailProvider?.name ?? 'none') : 'nodemailer';
  const settings = accounts.mailProvider?.settings ?? {};
  return {
    email: emailPlugin(mails, { provider, settings }),
    graphql: { services: { extension: graphqlExtensions.service, ...resolverServices } },
    i18n: localesPlugin(() => parts.appObject.locales),
    upload: uploadPlugin({ media, documents }),
    'users-permissions': usersPlugin({
      tokens: createAppTokens(() => parts.sessionKey, partiesOf(app), accounts.sessionLifetimeSeconds),
      isRefreshed: accounts.refresh !== null,
      roles: {
        query: (uid) => parts.appObject.db.query(uid),
        actions: () => treeOf(parts.schema, [], parts.declaredActions),
      },
      passwords,
      sendConfirmation: (email) => parts.accounts.sendConfirmation(email),
      documents,
    }),
  };
}
