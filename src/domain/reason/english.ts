import { documents } from './documents.js';
import { media } from './media.js';
import { people } from './people.js';
import { settings } from './settings.js';
import { values } from './values.js';

/**
 * The English words of each reason, by its code. They are what the content API answers, which clients match. `{path}` is the path
 * of the value.
 */
export const english = { ...values, ...documents, ...media, ...people, ...settings } as const;
