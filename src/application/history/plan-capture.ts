import { contentOf, mostTargets, selectContent, type Content } from '../../domain/history/content.js';
import { systemPrincipal, unlimited } from '../../domain/permission/permission.js';
import { editedLayer, type Change } from '../../domain/plan/change.js';
import { planPermitted } from '../../domain/plan/plan-read.js';
import type { Limits, ReadPlan } from '../../domain/plan/read-plan.js';
import type { Layer, Selection } from '../../domain/query/query.js';
import { contentTypeOf, type ContentType, type Schema } from '../../domain/schema/schema.js';
import type { Capture, Document } from '../ports/document-store.js';
import { systemQuery } from '../documents/system-query.js';

/** Returns what the history captures of a change; undefined: nothing. */
export function captureOf(schema: Schema, change: Change): Capture | undefined {
  const { type } = change;
  if (type.history === null) return undefined;
  if (change.kind === 'delete' || change.kind === 'unpublish') return { plan: null };
  // A version that is published is equal to its draft, whose links do not depend on what else is published.
  const layer = 'row' in change && change.row !== undefined ? change.layer : editedLayer(type);
  const isBare = change.kind === 'create' && change.input.relations.size === 0;
  return { plan: planVersion(schema, { ...change, layer }, isBare) };
}

export interface VersionName {
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string;
  readonly layer: Layer;
}

/** Versions are as large as requests may be, and what their relations name. */
const limits: Limits = { rows: 10_000, textSize: 256 * 1024 * 1024, links: mostTargets };

/** Plans to read everything of a version that the history keeps; if `isBare`, without relations of the type. */
export function planVersion(
  schema: Schema,
  { type, documentId, locale, layer }: VersionName,
  isBare = false,
): ReadPlan {
  const selection = selectionOf(schema, type);
  const query = systemQuery(type.uid, {
    action: 'findOne',
    documentId,
    limit: 1,
    layer,
    locale: type.localized ? locale : schema.defaultLocale,
    ...(isBare ? withoutRelations(type, selection) : selection),
  });
  const plan = planPermitted(schema, query, systemPrincipal, unlimited, limits);
  if (!plan.ok) throw new Error(`a version of ${type.uid} cannot be read: ${plan.failure.message}`);
  return plan.value;
}

const selections = new WeakMap<ContentType, Selection>();

function selectionOf(schema: Schema, type: ContentType): Selection {
  const known = selections.get(type);
  if (known !== undefined) return known;
  const made = selectContent(schema, type);
  selections.set(type, made);
  return made;
}

function withoutRelations({ attributes }: ContentType, selection: Selection): Selection {
  const members = (selection.populate?.members ?? []).filter(
    ({ name }) => attributes.get(name)?.kind !== 'relation',
  );
  return { ...selection, populate: { all: false, members } };
}

/** Returns the content of a captured version; null if there is none. */
export function capturedContent(schema: Schema, uid: string, text: string | null): Content | null {
  const [version] = JSON.parse(text ?? '[]') as readonly Document[];
  return version === undefined ? null : contentOf(schema, contentTypeOf(schema, uid), version);
}
