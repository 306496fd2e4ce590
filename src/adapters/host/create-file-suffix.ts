import { randomBytes } from 'node:crypto';

/** Ten hexadecimal digits, for file names. */
export const createFileSuffix = (): (() => string) => () => randomBytes(5).toString('hex');
