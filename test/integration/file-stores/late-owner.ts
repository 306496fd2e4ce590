import { hostname } from 'node:os';

const host = hostname()
  .replace(/[^A-Za-z0-9-]+/g, '-')
  .slice(0, 60);

/** A process of this machine that has ended. */
export const lateOwner = `${host}~999999999~abc`;
