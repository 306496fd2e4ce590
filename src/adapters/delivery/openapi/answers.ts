import type { Operation, Ref, Response } from './openapi.js';
import { responseRef } from './openapi.js';
import type { ResponseName } from './shared-parts.js';

type Responses = Operation['responses'];

const byStatus: readonly (readonly [string, ResponseName])[] = [
  ['400', 'BadRequest'],
  ['401', 'Unauthorized'],
  ['403', 'Forbidden'],
  ['404', 'NotFound'],
  ['408', 'Timeout'],
  ['409', 'Conflict'],
  ['412', 'Changed'],
  ['413', 'TooLarge'],
  ['415', 'UnsupportedMediaType'],
  ['422', 'KeyReused'],
  ['429', 'TooMany'],
  ['431', 'HeadersTooLarge'],
  ['500', 'ServerError'],
  ['503', 'Unavailable'],
  ['507', 'InsufficientStorage'],
];

/** Returns the responses of refusals. */
export const refused = (...statuses: readonly string[]): Readonly<Record<string, Ref>> =>
  Object.fromEntries(
    byStatus
      .filter(([status]) => statuses.includes(status))
      .map(([status, name]) => [status, responseRef(name)]),
  );

/** What any request may be answered, whatever it asks for. */
export const ofAnyRequest = ['408', '431', '500', '503'];

const always = ['400', '401', '403', '404', ...ofAnyRequest];

/** Returns the responses of an operation that reads. */
export const reading = (answer: Response, ...more: readonly string[]): Responses => ({
  200: answer,
  ...refused(...always, ...more),
});

/** Returns the responses of an operation that writes. `status` is that of success. */
export const writing = (
  status: 200 | 201 | 204,
  answer: Response,
  ...more: readonly string[]
): Responses => ({
  [status]: answer,
  ...refused(...always, '409', '413', '415', ...more),
});
