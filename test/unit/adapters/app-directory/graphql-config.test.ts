import { expect } from 'chai';
import { decodeConfig } from '../../../../src/adapters/app-directory/config.js';
import type { GraphqlConfig } from '../../../../src/adapters/app-directory/graphql-settings.js';
import { faultsOf, valueOf } from './app-folder.js';

const decode = (graphql: unknown, environment: Readonly<Record<string, string>> = {}) =>
  decodeConfig(environment, {
    notes: [],
    sections: new Map([['plugins', { file: 'config/plugins.js', value: { graphql } }]]),
  });

const settingsOf = (...given: Parameters<typeof decode>): GraphqlConfig => valueOf(decode(...given)).graphql;

describe('settings of GraphQL', () => {
  it('have defaults, which hide the schema in production', () => {
    const development = {
      enabled: true,
      responseFormat: 'v4',
      endpoint: '/graphql',
      shadowCRUD: true,
      playground: true,
      introspection: true,
      depthLimit: 10,
      costLimit: 1000,
      defaultLimit: 10,
      maxLimit: 100,
    };
    expect(settingsOf(undefined)).to.deep.equal(development);
    expect(settingsOf({ config: {} }, { NODE_ENV: 'production' })).to.deep.equal({
      ...development,
      playground: false,
      introspection: false,
    });
  });

  it('are read as existing projects write them', () => {
    const config = {
      endpoint: '/api/graph',
      shadowCRUD: false,
      playgroundAlways: true,
      depthLimit: 7,
      amountLimit: 50,
      defaultLimit: 5,
      maxLimit: -1,
      apolloServer: { tracing: false, introspection: true },
    };
    expect(settingsOf({ enabled: false, config }, { NODE_ENV: 'production' })).to.deep.equal({
      enabled: false,
      responseFormat: 'v4',
      endpoint: '/api/graph',
      shadowCRUD: false,
      playground: true,
      introspection: true,
      depthLimit: 7,
      costLimit: 1000,
      defaultLimit: 5,
      maxLimit: 50,
    });
  });

  it('can be true or false for enabled', () => {
    expect(settingsOf(false).enabled).to.equal(false);
    expect(settingsOf(true).enabled).to.equal(true);
  });

  it('count as text, too', () => {
    const config = { depthLimit: '7', maxLimit: '20' };
    expect(settingsOf({ config })).to.include({ depthLimit: 7, maxLimit: 20 });
    expect(settingsOf({ config: { maxLimit: '-1' } })).to.include({ maxLimit: 100 });
  });

  it('name what is wrong', () => {
    const faults = faultsOf(
      decode({ config: { endpoint: 'graphql', depthLimit: 0, nope: 1, apolloServer: { debug: true } } }),
    );
    for (const path of ['endpoint', 'depthLimit', 'nope', 'apolloServer.debug'])
      expect(
        faults.filter((fault) => fault.includes(`graphql.config.${path}`)),
        path,
      ).to.have.length(1);
    expect(faults).to.have.length(4);
  });

  it('choose the format, also as existing projects of Strapi 5 do', () => {
    const formatOf = (config: object) => settingsOf({ config }).responseFormat;
    expect(formatOf({ responseFormat: 'v5' })).to.equal('v5');
    expect(formatOf({ v4CompatibilityMode: false })).to.equal('v5');
    expect(settingsOf(undefined, { GRAPHQL_RESPONSE_FORMAT: 'v5' }).responseFormat).to.equal('v5');
    expect(formatOf({ v4CompatibilityMode: false, responseFormat: 'v4' })).to.equal('v4');
    expect(faultsOf(decode({ config: { v4CompatibilityMode: true } }))[0]).to.match(
      /v4CompatibilityMode: must be false or absent: .* responseFormat "v4"/,
    );
    expect(faultsOf(decode({ config: { responseFormat: 'v6' } }))[0]).to.contain('must be "v4" or "v5"');
  });
});
