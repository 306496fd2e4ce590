import type * as t from 'io-ts';
import { setting } from './config-section.js';

/**
 * A setting that other servers of this kind have, and that does nothing here: refused with the reason, so that nobody
 * relies on it, but for the values that say what holds anyway.
 */
export const withoutEffect = (why: string, ...holding: readonly unknown[]): t.Type<unknown, unknown> =>
  setting<unknown>(
    'absent',
    (raw) => (holding.includes(raw) ? raw : undefined),
    () => `has no effect here: ${why}`,
  );
