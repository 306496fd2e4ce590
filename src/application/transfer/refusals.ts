import { failure } from '../../domain/failure.js';

/** The failure of a run whose transfer another run has claimed. */
export const takenOver = failure('STORE.CONFLICT', 'Another run has taken this transfer over');
