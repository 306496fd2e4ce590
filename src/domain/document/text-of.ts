import type { Json } from '../schema/schema.js';

/** A value that is a text; empty otherwise. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
