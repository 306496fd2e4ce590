import type { Principal } from '../permission/permission.js';
import type { Result } from '../result.js';
import type { ContentType, Schema } from '../schema/schema.js';
import type { Input } from './input.js';

export interface ValidationMode {
  readonly kind: 'create' | 'update';
  /** Drafts skip `required` and `min` bounds; publishing checks them. */
  readonly draft: boolean;
}

/** Checks the `data` of a body against its type, casts values to their canonical forms, and fills in defaults on create. */
export function validateInput(
  _schema: Schema,
  _type: ContentType,
  _data: unknown,
  _mode: ValidationMode,
  _principal: Principal,
): Result<Input> {
  throw new Error('being written');
}
