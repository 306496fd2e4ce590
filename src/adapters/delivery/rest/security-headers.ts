import { ServerResponse, type IncomingMessage } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';

/** The headers that helmet sets. They are the same for every request, so it is asked once. */
export function securityHeaders(options: HelmetOptions = {}): readonly (readonly [string, string])[] {
  const headers: [string, string][] = [];
  const recorder = Object.create(ServerResponse.prototype) as ServerResponse;
  recorder.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return recorder;
  };
  recorder.removeHeader = () => {};
  helmet(options)({} as IncomingMessage, recorder, (error?: unknown) => {
    if (error !== undefined) throw error;
  });
  return headers;
}
