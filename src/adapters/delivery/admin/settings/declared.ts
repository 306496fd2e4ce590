import type { DeclaredActions } from '../../../../application/access/declared-actions.js';
import type { DeclaredController } from '../contract/grants.js';

/** The actions of controllers that can be granted. */
export const declaredIn = (declared: DeclaredActions): readonly DeclaredController[] =>
  declared.uids().map((uid) => ({ uid, actions: declared.of(uid) }));
