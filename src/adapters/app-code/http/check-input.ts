import type { ValidationMode } from '../../../domain/document/validate-data.js';
import { validateInput } from '../../../domain/document/validate-input.js';
import { decide, unlimited, type Principal } from '../../../domain/permission/permission.js';
import { mayLink, writableFields, writesPrivate } from '../../../domain/permission/write-permission.js';
import {
  componentOf,
  contentTypeOf,
  isSystem,
  type Attribute,
  type ContentType,
  type Schema,
  type Shaped,
} from '../../../domain/schema/schema.js';
import { valueOf } from '../app-error.js';
import type { Core } from './core.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Throws what a write by this principal would refuse of `data`: keys that the type lacks or that they may not set,
 * values that do not fit, and links that they may not make. What is missing is the write's to find.
 */
export async function checkInput(
  { schema, documents }: Core,
  type: ContentType,
  data: unknown,
  asker: Principal,
): Promise<void> {
  const mode: ValidationMode = { kind: 'update', draft: true, ...writable(type, asker) };
  const input = valueOf(validateInput(schema, type, data, mode, asker));
  valueOf(await documents.checkLinks(asker, type, input));
}

function writable(type: ContentType, asker: Principal): Pick<ValidationMode, 'fields' | 'privateInside'> {
  const permission = decide(asker, 'create', type.uid) ?? decide(asker, 'update', type.uid) ?? unlimited;
  return {
    fields: writableFields(asker, permission, type),
    privateInside: writesPrivate(asker, permission),
  };
}

/** Takes away what this principal may not write: unknown attributes, the server's own, and links they may not make. */
export function sanitizeInput(core: Core, type: ContentType, data: unknown, asker: Principal): unknown {
  const { fields, privateInside } = writable(type, asker);
  if (Array.isArray(data))
    return (data as readonly unknown[]).map((item) => sanitizeInput(core, type, item, asker));
  if (typeof data !== 'object' || data === null) return data;
  return membersOf({ schema: core.schema, asker, privateInside }, type, data as Values, fields);
}

interface Sanitizing {
  readonly schema: Schema;
  readonly asker: Principal;
  readonly privateInside: boolean;
}

function membersOf(
  sanitizing: Sanitizing,
  shaped: Shaped,
  data: Values,
  fields: ReadonlySet<string> | null,
): Values {
  const left: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data)) {
    const attribute = shaped.attributes.get(name);
    if (attribute === undefined || isSystem(attribute) || fields?.has(name) === false) continue;
    if (isLinkable(sanitizing, attribute)) left[name] = memberOf(sanitizing, attribute, value);
  }
  return left;
}

const isLinkable = ({ schema, asker }: Sanitizing, attribute: Attribute): boolean =>
  attribute.kind !== 'relation' || mayLink(asker, contentTypeOf(schema, attribute.target));

function memberOf(sanitizing: Sanitizing, attribute: Attribute, value: unknown): unknown {
  if (attribute.kind !== 'component' && attribute.kind !== 'zone') return value;
  const each = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(each);
    if (typeof item !== 'object' || item === null) return item;
    const { id, __component: uid, ...rest } = item as Values;
    const component =
      attribute.kind === 'component'
        ? componentOf(sanitizing.schema, attribute.component)
        : sanitizing.schema.components.get(String(uid));
    if (component === undefined) return item;
    const left = membersOf(sanitizing, component, rest, null);
    return { ...(id !== undefined && { id }), ...(uid !== undefined && { __component: uid }), ...left };
  };
  return each(value);
}
