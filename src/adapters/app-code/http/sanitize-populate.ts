import type { Principal } from '../../../domain/permission/permission.js';
import {
  componentOf,
  contentTypeOf,
  type Attribute,
  type Schema,
  type Shaped,
} from '../../../domain/schema/schema.js';
import { targetsShownTo } from './asker.js';

type Values = Readonly<Record<string, unknown>>;

interface Populating {
  readonly schema: Schema;
  readonly asker: Principal;
  /** Whether drafts are read. */
  readonly isDraft: boolean;
}

/**
 * Takes relations out of a `populate` whose target the asker may not find. A plan with their rights leaves these out by
 * itself, but code may read with what is left here as the server.
 */
export function visiblePopulate(populating: Populating, shaped: Shaped, populate: unknown): unknown {
  if (populate === true || populate === '*' || populate === 'true')
    return wildcard(populating, shaped, populate);
  if (typeof populate === 'string')
    return populate
      .split(',')
      .filter((path) => isVisible(populating, shaped, path.trim()))
      .join(',');
  if (Array.isArray(populate)) {
    const names = populate.flatMap(
      (one) => (one === '*' ? wildcard(populating, shaped, one) : one) as unknown,
    );
    return names.filter((one) => typeof one !== 'string' || isVisible(populating, shaped, one));
  }
  if (typeof populate !== 'object' || populate === null) return populate;
  const left = Object.entries(populate as Values).filter(([path]) => isVisible(populating, shaped, path));
  return Object.fromEntries(
    left.map(([path, value]) => [path, insideOf(populating, shaped.attributes.get(path), value)]),
  );
}

/** All attributes at once, by their names if some of them are hidden. */
function wildcard(populating: Populating, { attributes }: Shaped, populate: unknown): unknown {
  const populated = [...attributes.values()].filter(({ kind }) => kind !== 'scalar');
  const visible = populated.filter((attribute) => !isHidden(populating, attribute));
  return visible.length === populated.length ? populate : visible.map(({ name }) => name);
}

const isHidden = ({ schema, asker, isDraft }: Populating, attribute: Attribute): boolean =>
  attribute.kind === 'relation' &&
  targetsShownTo(asker, attribute, contentTypeOf(schema, attribute.target), isDraft) === null;

/** Whether no relation on the path is hidden. What the type lacks is refused elsewhere. */
function isVisible(populating: Populating, shaped: Shaped, path: string): boolean {
  let at: Shaped | undefined = shaped;
  for (const name of path.split('.')) {
    const attribute: Attribute | undefined = at?.attributes.get(name);
    if (attribute === undefined) return true;
    if (isHidden(populating, attribute)) return false;
    at = shapeBehind(populating.schema, attribute);
  }
  return true;
}

function shapeBehind(schema: Schema, attribute: Attribute): Shaped | undefined {
  if (attribute.kind === 'relation') return contentTypeOf(schema, attribute.target);
  return attribute.kind === 'component' ? componentOf(schema, attribute.component) : undefined;
}

/** What is populated below an attribute, and below the components of a zone. */
function insideOf(populating: Populating, attribute: Attribute | undefined, value: unknown): unknown {
  if (attribute === undefined || typeof value !== 'object' || value === null) return value;
  const { populate, on, ...rest } = value as Values;
  const below = shapeBehind(populating.schema, attribute);
  const components = Object.entries((on ?? {}) as Values).map(([uid, part]) => {
    const component = populating.schema.components.get(uid);
    const inside = (part as Values | null)?.['populate'];
    if (component === undefined || inside === undefined) return [uid, part] as const;
    return [uid, { ...(part as Values), populate: visiblePopulate(populating, component, inside) }] as const;
  });
  return {
    ...rest,
    ...(populate !== undefined && {
      populate: below === undefined ? populate : visiblePopulate(populating, below, populate),
    }),
    ...(on !== undefined && { on: Object.fromEntries(components) }),
  };
}
