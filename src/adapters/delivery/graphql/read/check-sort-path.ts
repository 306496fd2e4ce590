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
 * cannot be sorted by either: the order would tell of it. It is refused as what is not there at all, which the plan refuses.
 */
export function checkSortPath(
  context: { readonly schema: Schema; readonly shadow: ShadowCrud },
  shaped: Shaped,
  path: readonly string[],
  depth = 0,
): Result<null> {
  const name = path[depth] ?? '';
  const attribute = shaped.attributes.get(name);
  if (attribute === undefined || attribute.private) return ok(null);
  const { hasOutputEnabled, hasFiltersEnabled } = context.shadow.field(shaped.uid, name);
  const target = leadsTo(context.schema, attribute);
  const isClosed = target !== null && !context.shadow.isEnabled(target.uid);
  if (isClosed || (!hasOutputEnabled && !hasFiltersEnabled))
    return invalidKey(name, depth === 0 ? null : path.slice(0, depth).join('.'), 'sort');
  return target === null ? ok(null) : checkSortPath(context, target, path, depth + 1);
}

function leadsTo(schema: Schema, attribute: Attribute): Shaped | null {
  if (attribute.kind === 'relation') return contentTypeOf(schema, attribute.target);
  return attribute.kind === 'component' ? componentOf(schema, attribute.component) : null;
}
