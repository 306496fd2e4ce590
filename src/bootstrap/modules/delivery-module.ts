import { ContainerModule } from 'inversify';
import { createAppObject } from '../../adapters/app-code/create-app-object.js';
import { createGraphqlExtensions } from '../../adapters/delivery/graphql/extension/create-extension-service.js';
import { createGraphqlGate } from '../../adapters/delivery/graphql/server/create-graphql-gate.js';
import { createHttpServer } from '../../adapters/delivery/rest/create-http-server.js';
import { secondsAway } from '../../adapters/delivery/rest/accounts/sign-in-cookies.js';
import { createRestApp } from '../../adapters/delivery/rest/create-rest-app.js';
import { createRouteRules } from '../../adapters/delivery/rest/policies/route-rules.js';
import { createSeal } from '../../adapters/identity/openid/create-seal.js';
import { filesPath } from '../files-path.js';
import { publicAddress } from '../account-settings.js';
import { refreshCookieOf } from './accounts-module.js';
import { tokens } from '../tokens.js';

/** The ways in: HTTP, and the object for the app's own code. */
export const deliveryModule = new ContainerModule(({ bind }) => {
  bind(tokens.routeRules)
    .toResolvedValue((schema) => createRouteRules(schema), [tokens.schema])
    .inSingletonScope();
  bind(tokens.graphqlExtensions)
    .toResolvedValue((schema) => createGraphqlExtensions(schema), [tokens.schema])
    .inSingletonScope();
  bind(tokens.appObject)
    .toResolvedValue(
      (schema, documents, access, locales, media, { config }, log, readiness, { service }, roles) =>
        createAppObject({
          schema,
          documents,
          access,
          roles,
          locales,
          media,
          config,
          log,
          isReady: () => readiness.ready,
          plugins: { graphql: { extension: service } },
        }),
      [
        tokens.schema,
        tokens.documents,
        tokens.access,
        tokens.locales,
        tokens.media,
        tokens.app,
        tokens.log,
        tokens.readiness,
        tokens.graphqlExtensions,
        tokens.roles,
      ],
    )
    .inSingletonScope();
  bind(tokens.signIn)
    .toResolvedValue(
      (accounts, providers, key, { rates }, keyedHash, app) =>
        providers.names.length === 0
          ? null
          : {
              accounts,
              providers,
              seal: createSeal(key),
              useOnce: async (state) => {
                const used = await rates.count(`finished ${keyedHash(state)}`, secondsAway * 1000);
                return used.ok && used.value.count === 1;
              },
              address: publicAddress(app),
              refreshCookie: refreshCookieOf(app),
              pages: Object.fromEntries(
                Object.entries(app.config.accounts.providers).map(([name, { redirectTo }]) => [
                  name,
                  redirectTo,
                ]),
              ),
            },
      [
        tokens.accounts,
        tokens.identityProviders,
        tokens.sessionKey,
        tokens.store,
        tokens.keyedHash,
        tokens.app,
      ],
    )
    .inSingletonScope();
  bind(tokens.graphqlGate)
    .toResolvedValue(
      (authenticate, log, { config }) =>
        createGraphqlGate({
          authenticate,
          log,
          options: { ...config.graphql, suggestions: config.environment !== 'production' },
        }),
      [tokens.authenticate, tokens.log, tokens.app],
    )
    .inSingletonScope();
  bind(tokens.httpServer)
    .toResolvedValue(
      (
        schema,
        rules,
        graphql,
        documents,
        locales,
        roles,
        accounts,
        signIn,
        media,
        authenticate,
        audit,
        tellDenied,
        rateLimits,
        log,
        app,
      ) => {
        const { config } = app;
        const served = config.upload.place.kind === 'local' ? { media, filesPath } : { media };
        const { securityHeaders } = config.middlewares;
        const options = {
          ...config.rest,
          trustProxy: config.trustProxy,
          cors: config.cors,
          ...(securityHeaders && { securityHeaders }),
        };
        return createHttpServer(
          createRestApp({
            schema,
            rules,
            beside: graphql.handler,
            documents,
            locales,
            roles,
            accounts: {
              accounts,
              confirmedUrl: config.accounts.confirmedUrl,
              refreshCookie: refreshCookieOf(app),
            },
            ...(signIn !== null && { signIn }),
            media: served,
            authenticate,
            audit,
            tellDenied,
            rateLimits,
            log,
            options,
          }),
          { ...config.load, isProxied: config.trustProxy !== false },
        );
      },
      [
        tokens.schema,
        tokens.routeRules,
        tokens.graphqlGate,
        tokens.documents,
        tokens.locales,
        tokens.roles,
        tokens.accounts,
        tokens.signIn,
        tokens.media,
        tokens.authenticate,
        tokens.audit,
        tokens.tellDenied,
        tokens.rateLimits,
        tokens.log,
        tokens.app,
      ],
    )
    .inSingletonScope();
});
