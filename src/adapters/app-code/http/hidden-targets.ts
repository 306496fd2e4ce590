import {
  asLinked,
  unlimited,
  type Permission,
  type Principal,
} from '../../../domain/permission/permission.js';
import { compare } from '../../../domain/query/compare.js';
import type { Layer } from '../../../domain/query/query.js';
import {
  componentOf,
  contentTypeOf,
  type ContentType,
  type Relation,
  type Schema,
  type Shaped,
} from '../../../domain/schema/schema.js';
import { valueOf } from '../app-error.js';
import { layerOf } from '../answered.js';
import { findsDrafts, targetsShownTo } from './asker.js';
import type { Core } from './core.js';

type Values = Record<string, unknown>;

/** What an asker may be shown of a version that a relation leads to. */
export interface Judged {
  readonly isDraft: boolean;
  /** Null: nothing. */
  readonly permission: Permission | null;
  /** Where the documents are that the permission covers. */
  readonly layer: Layer;
}

/** Without a principal everything may be shown. */
export function judgeTarget(
  principal: Principal | undefined,
  relation: Relation,
  target: ContentType,
  item: unknown,
  isInDraft: boolean,
): Judged {
  const isDraft = isDraftOf(target, item, isInDraft);
  if (principal === undefined) return { isDraft, permission: unlimited, layer: 'published' };
  const layer = findsDrafts(principal, target, isDraft) ? 'draft' : 'published';
  return { isDraft, permission: targetsShownTo(principal, relation, target, isDraft), layer };
}

/**
 * Whether a version is a draft: by the layer in which it was read, else by `publishedAt`. With neither of them, it is a draft if
 * the one that leads to it is.
 */
export function isDraftOf(shaped: Shaped, item: unknown, isInDraft: boolean): boolean {
  const layer = layerOf(item);
  if (layer !== undefined) return layer === 'draft';
  const { publishedAt } = (item ?? {}) as Values;
  const isKnown = 'draftAndPublish' in shaped && shaped.draftAndPublish === true && publishedAt !== undefined;
  return isKnown ? publishedAt === null : isInDraft;
}

export const keyOf = ({ uid }: ContentType, { layer }: Judged, item: unknown): string =>
  `${uid} ${layer} ${String((item as Values | null)?.['documentId'])}`;

/** Related documents by the layer of what may be shown of them. */
type Collected = Readonly<Record<Layer, Map<ContentType, Set<string>>>>;

/** Finds the related documents that a grant with filters does not cover, by reading them with the asker's rights. */
export async function hiddenTargets(
  core: Core,
  shaped: Shaped,
  data: unknown,
  principal: Principal,
  isDraft: boolean,
): Promise<ReadonlySet<string>> {
  const found: Collected = { draft: new Map(), published: new Map() };
  collect({ schema: core.schema, principal, found, isDraft }, shaped, data);
  const hidden = new Set<string>();
  for (const layer of ['draft', 'published'] as const)
    for (const [type, ids] of found[layer]) {
      const visible = await visibleAmong(core, principal, type, layer, ids);
      for (const id of ids) if (!visible.has(id)) hidden.add(`${type.uid} ${layer} ${id}`);
    }
  return hidden;
}

async function visibleAmong(
  { documents }: Core,
  principal: Principal,
  type: ContentType,
  layer: Layer,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<unknown>> {
  const { answer } = valueOf(
    await documents.find(asLinked(principal), {
      type: type.uid,
      action: 'find',
      fields: ['documentId'],
      filters: compare('documentId', '$in', [...ids]),
      range: { offset: 0, limit: null },
      count: false,
      layer,
      ...(type.localized && { locale: '*' }),
    }),
  );
  return new Set(answer.documents().map(({ documentId }) => documentId));
}

interface Collecting {
  readonly schema: Schema;
  readonly principal: Principal;
  readonly found: Collected;
  readonly isDraft: boolean;
}

/** Collects the related documents in `data` that a grant with filters decides on. */
function collect(collecting: Collecting, shaped: Shaped | undefined, data: unknown): void {
  if (Array.isArray(data)) return data.forEach((item) => collect(collecting, shaped, item));
  if (typeof data !== 'object' || data === null || shaped === undefined) return;
  const { schema } = collecting;
  const here = { ...collecting, isDraft: isDraftOf(shaped, data, collecting.isDraft) };
  for (const [name, value] of Object.entries(data)) {
    const attribute = shaped.attributes.get(name);
    switch (attribute?.kind) {
      case 'relation':
        collectTargets(here, attribute, value);
        break;
      case 'component':
        collect(here, componentOf(schema, attribute.component), value);
        break;
      case 'zone':
        for (const item of [value].flat() as readonly Values[])
          collect(here, schema.components.get(String(item?.['__component'])), item);
    }
  }
}

function collectTargets(collecting: Collecting, relation: Relation, value: unknown): void {
  const { schema, principal, found, isDraft } = collecting;
  const target = contentTypeOf(schema, relation.target);
  for (const item of [value].flat()) {
    const { permission, layer } = judgeTarget(principal, relation, target, item, isDraft);
    const { documentId } = (item ?? {}) as Values;
    if (!permission?.filter || typeof documentId !== 'string') continue;
    const ids = found[layer].get(target) ?? new Set();
    found[layer].set(target, ids.add(documentId));
  }
  collect(collecting, target, value);
}
