import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express, { type ErrorRequestHandler } from 'express';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { createGraphqlGate } from '../../src/adapters/delivery/graphql/server/create-graphql-gate.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { ok } from '../../src/domain/result.js';

const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const schema = (): Promise<GraphQLSchema> => Promise.resolve(buildSchema('type Query { name: String }'));

describe('a GraphQL schema that is offered', () => {
  let built = 0;
  let build = schema;
  let server: Server;
  let url: string;
  let gate: ReturnType<typeof createGraphqlGate>;

  beforeEach(async () => {
    built = 0;
    gate = createGraphqlGate({ authenticate: () => ok(systemPrincipal), log });
    const failed: ErrorRequestHandler = (error: Error, _req, res, _next) =>
      void res.status(500).send(error.message);
    server = createServer(express().use(gate.handler, failed));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  });

  afterEach(async () => {
    await gate.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const offer = (): void =>
    gate.offer((format) => {
      built += 1;
      return build === schema ? schema() : Promise.reject(new Error(`no schema in ${format}`));
    });
  const ask = async (): Promise<string> => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body: '{"query":"{ name }"}' });
    return `${answer.status} ${(await answer.text()).trim()}`;
  };

  it('is built once, by whoever needs it first', async () => {
    expect(await ask()).to.match(/^404 /);
    offer();
    await fetch(url, { method: 'DELETE' });
    expect(built).to.equal(0);
    const answers = await Promise.all([ask(), gate.load(), ask()]);
    expect(answers).to.deep.equal(['200 {"data":{"name":null}}', undefined, '200 {"data":{"name":null}}']);
    expect(built).to.equal(1);
  });

  it('fails whoever needs it, if it cannot be built', async () => {
    build = () => Promise.reject(new Error());
    offer();
    expect(await ask()).to.equal('500 no schema in v4');
    expect(await gate.load().catch((error: Error) => error.message)).to.equal('no schema in v4');
    build = schema;
  });

  it('does not exist any more after the end', async () => {
    offer();
    await gate.close();
    expect(await ask()).to.match(/^404 /);
    expect(built).to.equal(0);
    offer();
    const loading = gate.load();
    await gate.close();
    await loading;
    expect(await ask()).to.match(/^404 /);
  });
});
