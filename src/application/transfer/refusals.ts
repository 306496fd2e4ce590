import { failure } from '../../domain/failure.js';

/** What a store answers to the run that had a transfer before another one claimed it. */
export const takenOver = failure('STORE.CONFLICT', 'Another run has taken this transfer over');
