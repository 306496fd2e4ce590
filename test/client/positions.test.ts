import { expect } from 'chai';
import { createTransport } from '../../src/client/transport.js';

describe('the client beside replicas', () => {
  it('hands back the latest position that an answer had', async () => {
    const sent: (string | null)[] = [];
    const given = [null, '9', 'a1', 'f', null];
    const fetch = (async (_url: string, init: RequestInit) => {
      const position = given[sent.length];
      sent.push(new Headers(init.headers).get('x-quire-position'));
      return Response.json({}, { headers: position == null ? {} : { 'X-Quire-Position': position } });
    }) as typeof globalThis.fetch;
    const transport = createTransport({ baseUrl: 'https://cms.example/api', fetch });
    for (const _ of given) await transport.send('GET', '/chefs');
    expect(sent).to.deep.equal([null, null, '9', 'a1', 'a1']);
  });
});
