import { request, type ClientRequest } from 'node:http';

/** Sends the handshake of a WebSocket for subscriptions by hand (RFC 6455, section 4.1). */
export function askForSocket(url: string, headers: Readonly<Record<string, string>>): ClientRequest {
  const asked = request(url, {
    agent: false,
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Protocol': 'graphql-transport-ws',
      ...headers,
    },
  });
  asked.end();
  return asked;
}
