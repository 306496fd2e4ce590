import type { Result } from '../result.js';
import { defaultMaxLength } from '../schema/read-scalar.js';
import { matchesPattern } from '../schema/pattern.js';
import {
  isUnique,
  type ContentType,
  type Json,
  type Scalar,
  type Schema,
  type Stored,
} from '../schema/schema.js';
import { checkContent } from './check-content.js';
import type { IsShown } from './validation.js';

/** `checkContent`, with the `regex` of attributes. */
export const checkComplete = (
  schema: Schema,
  type: ContentType,
  values: ReadonlyMap<string, Json>,
  linked: ReadonlySet<string>,
  isSent?: IsShown,
): Result<null> => checkContent(schema, type, values, linked, matchesPattern, isSent);

/**
 * Whether publishing has to look at what a draft has in the attribute. It may be missing or too small, as drafts may be; the
 * schema may have become stricter since; or it may be taken by another document, and the refusal names the value. Components can
 * contain any of these.
 */
export function mayBeRefused(attribute: Stored): boolean {
  if (attribute.kind !== 'scalar') return true;
  const { required, requiredIfVisible, min, max, minLength, regex, type } = attribute;
  const rules = [min, max, minLength, regex, ownMaxLength(attribute)];
  const isDemanded = required || requiredIfVisible === true;
  return isDemanded || isUnique(attribute) || formed.has(type) || rules.some((rule) => rule !== undefined);
}

/** Not the one that every `string` has, which no draft exceeds. */
const ownMaxLength = ({ type, maxLength }: Scalar): number | undefined =>
  type === 'string' && maxLength === defaultMaxLength ? undefined : maxLength;

const formed: ReadonlySet<Scalar['type']> = new Set(['email', 'enumeration', 'uid']);
