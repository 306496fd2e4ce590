import type { Principal } from '../permission/permission.js';
import type { Result } from '../result.js';
import { matchesPattern } from '../schema/pattern.js';
import type { ContentType, Schema } from '../schema/schema.js';
import type { Input } from './input.js';
import { validateData, type ValidationMode } from './validate-data.js';

/** `validateData`, with the `regex` of attributes. */
export const validateInput = (
  schema: Schema,
  type: ContentType,
  data: unknown,
  mode: ValidationMode,
  principal: Principal,
): Result<Input> => validateData(schema, type, data, { ...mode, matches: matchesPattern }, principal);
