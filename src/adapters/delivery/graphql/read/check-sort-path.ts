import { ok, type Result } from '../../../../domain/result.js';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type Schema,
  type Shaped,
} from '../../../../domain/schema/schema.js';
import { invalidKey } from '../../codec/refusal.js';
import type { ShadowCrud } from '../extension/shadow-crud.js';

/**
 * Sorting names attributes in text, past the types. What an app left out of its API, to be seen and to be filtered by,
 * can not be sorted by either: the order would tell of it. What is not there at all is for the plan to refuse.
 */
export function checkSortPath(
  context: { readonly schema: Schema; readonly shadow: ShadowCrud },
  shaped: Shaped,
  [name = '', ...rest]: readonly string[],
): Result<null> {
  const attribute = shaped.attributes.get(name);
  if (attribute === undefined) return ok(null);
  const { hasOutputEnabled, hasFiltersEnabled } = context.shadow.field(shaped.uid, name);
  const target = leadsTo(context.schema, attribute);
  const isClosed = target !== null && !context.shadow.isEnabled(target.uid);
  if (isClosed || (!hasOutputEnabled && !hasFiltersEnabled)) return invalidKey(name, name, 'sort');
  return target === null ? ok(null) : checkSortPath(context, target, rest);
}

function leadsTo(schema: Schema, attribute: Attribute): Shaped | null {
  if (attribute.kind === 'relation') return contentTypeOf(schema, attribute.target);
  return attribute.kind === 'component' ? componentOf(schema, attribute.component) : null;
}
