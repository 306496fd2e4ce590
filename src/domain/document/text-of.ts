import type { Json } from '../schema/schema.js';

/** Returns a text as it is, and an empty text for any other value. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
