import type { IncomingHttpHeaders } from 'node:http';

/** What a page of any site can make a browser send without asking this server first. */
const simpleTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

/** Headers that make a browser ask, under the names that clients of Apollo Server know. */
const askingHeaders = ['apollo-require-preflight', 'x-apollo-operation-name'];

/** Whether a page of another site could have sent a GET with these headers, with the cookies of its visitor. */
export function isForgeable(headers: IncomingHttpHeaders): boolean {
  if (askingHeaders.some((name) => Boolean(headers[name]))) return false;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  return type === undefined || !type.includes('/') || simpleTypes.has(type);
}
