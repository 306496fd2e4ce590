import type { FailureCode } from '../../../domain/failure.js';

/** Seconds until an overload may be over. */
export const soon = '1';

/** What takes long keeps others of its kind waiting, while other requests are answered. */
const later: Partial<Readonly<Record<FailureCode, string>>> = {
  'STORE.LONG_READS': '5',
  'MEDIA.BUSY': '10',
};

/** The value of `Retry-After`, in seconds, of an answer with status 503. */
export const retryAfter = (code: FailureCode | undefined): string => (code && later[code]) ?? soon;
