import { randomBytes } from 'node:crypto';

/** Ten hexadecimal digits, for the names of files. */
export const createFileSuffix = (): (() => string) => () => randomBytes(5).toString('hex');
