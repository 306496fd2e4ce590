import { createServer } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { buildSchema } from 'graphql';
import { createGraphqlGate } from '../../src/adapters/delivery/graphql/server/create-graphql-gate.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { ok } from '../../src/domain/result.js';

const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The variables that Apollo Server reads, which other tools of Apollo may need. */
const settings = {
  APOLLO_KEY: 'service:quire:secret',
  APOLLO_GRAPH_REF: 'quire@current',
  APOLLO_SCHEMA_REPORTING: 'true',
  APOLLO_SCHEMA_REPORTING_INITIAL_DELAY_MAX_MS: '0',
};

describe('Apollo settings in the environment', () => {
  const { request } = https;
  const asked: string[] = [];

  beforeEach(() => {
    Object.assign(process.env, settings);
    https.request = ((...args: Parameters<typeof request>) => {
      asked.push(JSON.stringify(args[0]));
      throw new Error('nothing is sent from here');
    }) as typeof request;
  });

  afterEach(() => {
    https.request = request;
    for (const name of Object.keys(settings)) delete process.env[name];
  });

  it('send neither operations nor the schema to other servers, and stay set', async () => {
    const gate = createGraphqlGate({ authenticate: () => ok(systemPrincipal), log });
    await gate.open(() => Promise.resolve(buildSchema('type Query { secret: String }')));
    const server = createServer(express().use(gate.handler));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: '{"query":"{ secret }"}' });
    expect(await answer.json()).to.deep.equal({ data: { secret: null } });
    // Apollo sends reports at the end at the latest.
    await gate.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(asked).to.deep.equal([]);
    for (const [name, value] of Object.entries(settings)) expect(process.env[name]).to.equal(value);
  });
});
