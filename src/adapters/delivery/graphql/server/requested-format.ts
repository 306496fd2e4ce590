import type { IncomingHttpHeaders } from 'node:http';
import { err, ok, type Result } from '../../../../domain/result.js';
import { requestError } from '../client-error.js';
import type { GraphQLError } from 'graphql';
import type { ResponseFormat } from '../shape/shape.js';

/** Returns the format that the header of a request names, or `usual` without the header. */
export function requestedFormat(
  { 'strapi-response-format': header }: IncomingHttpHeaders,
  usual: ResponseFormat,
): Result<ResponseFormat, GraphQLError> {
  if (header === undefined) return ok(usual);
  const format = String(header).trim().toLowerCase();
  return format === 'v4' || format === 'v5'
    ? ok(format)
    : err(requestError('BAD_REQUEST', 'The header Strapi-Response-Format must be v4 or v5.'));
}
