import * as t from 'io-ts';
import { orNull } from './wire.js';

/** An entry that was found by its title. */
export const FoundEntry = t.type(
  { uid: t.string, documentId: t.string, label: t.string, locale: orNull(t.string) },
  'FoundEntry',
);
export type FoundEntry = t.TypeOf<typeof FoundEntry>;
