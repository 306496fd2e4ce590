import { failure } from '../../domain/failure.js';

/** The failure of a run whose transfer another run has claimed. */
export const takenOver = failure(
  'STORE.CONFLICT',
  'Another import or transfer into this database has begun, and goes on. This one has stopped.',
);
