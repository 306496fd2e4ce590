import type { RequestRecord } from '../../../application/observations/request-record.js';

/** Where a request carries its record. A symbol, so that code of an app cannot use the same name. */
export const record: unique symbol = Symbol('record');

export interface Recorded {
  [record]?: RequestRecord | undefined;
}

/** Returns the record of a request; undefined if nobody observes the request. */
export const recordOf = (request: object): RequestRecord | undefined => (request as Recorded)[record];
