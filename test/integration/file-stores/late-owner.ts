import { owner } from '../../../src/adapters/files/owner.js';

/** A process of this machine that has ended. */
export const lateOwner = owner.replace(/~.*/, '~999999999~abc');
