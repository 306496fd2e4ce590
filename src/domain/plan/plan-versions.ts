import { Faults, type IsShown } from '../document/validation.js';
import { checkComplete } from '../document/check-complete.js';
import { mergeComponent, type Merging } from '../document/merge-components.js';
import { notFound, type Failure } from '../failure.js';
import { reason } from '../reason/reason.js';
import { err, ok, type Result } from '../result.js';
import { isUnique, type ContentType, type Json, type Schema } from '../schema/schema.js';
import {
  editedLayer,
  layersOf,
  layerWritten,
  publishes,
  type Publishing,
  sharedOf,
  type Update,
  type ValueChange,
} from './change.js';
import { linkedAfter, requiredLists } from './plan-lists.js';
import type { VersionChange } from './write-plan.js';
import type { LoadedDocument } from './write-requirements.js';

type Values = ReadonlyMap<string, Json>;
type Inserted = VersionChange & { readonly op: 'insert' };

/** Plans what a change does to the versions of its document. `document` is null when nothing had to be read. */
export function planVersions(
  schema: Schema,
  change: ValueChange | Publishing,
  document: LoadedDocument | null,
  nextItemId: () => number,
): Result<readonly VersionChange[]> {
  const stored = document?.values ?? null;
  const isNew = document !== null && stored === null;
  const values =
    'input' in change
      ? changedValues(change, stored ?? sharedValues(change, document), { schema, nextItemId, isNew })
      : ok(none);
  if (!values.ok) return values;
  if (change.kind === 'create') return ok([inserted(change, values.value, null)]);
  if (isNew) return planInsert(schema, change, document, values.value);
  if (publishes(change)) return planPublished(schema, change, document, values.value);
  if (change.kind !== 'update') throw new Error(`a ${change.kind} has no values`);
  const emptied = emptiedLists(schema, change, document);
  if (emptied !== null) return err(emptied);
  const update = updated(change, values.value);
  return ok(change.row === undefined ? [update, ...shared(change, document, values.value)] : [update]);
}

function updated(change: Update, values: Values): VersionChange {
  const { locale, now, row } = change;
  const layer = layerWritten(change);
  const { updatedAt = now, ...times } = row ?? {};
  const given = row?.updatedAt === undefined ? {} : { isGiven: true as const };
  const written = updatedAt === null ? values : changedBy(change, values);
  return { op: 'update', layer, locale, values: written, updatedAt, ...given, ...times };
}

/** Adds who changes the version; every change of its time has one. */
const changedBy = ({ author }: ValueChange, values: Values): Values =>
  new Map(values).set('updatedBy', author);

const none: Values = new Map();

/** The values that the input changes; components are merged with what is stored. */
function changedValues({ type, input }: ValueChange, stored: Values, merging: Merging): Result<Values> {
  const values = new Map<string, Json>(input.values);
  for (const [name, component] of input.components) {
    const attribute = type.attributes.get(name);
    if (attribute?.kind !== 'component' && attribute?.kind !== 'zone')
      throw new Error(`no component ${name}`);
    const merged = mergeComponent(attribute, stored.get(name), component, merging);
    if (!merged.ok) return merged;
    values.set(name, merged.value);
  }
  return ok(values);
}

/** What a version that does not exist yet has from the other locales. */
function sharedValues({ type }: ValueChange, document: LoadedDocument | null): Values {
  const names = new Set(sharedOf(type).map(({ name }) => name));
  return new Map([...(document?.sibling?.values ?? none)].filter(([name]) => names.has(name)));
}

function inserted(change: ValueChange, values: Values, from: string | null): Inserted {
  const { type, locale, now, layer, row, author } = change;
  const createdAt = change.kind === 'create' ? (row?.createdAt ?? change.createdAt ?? now) : now;
  return {
    op: 'insert',
    layers: row === undefined && layer === 'published' ? layersOf(type) : [layer],
    locale,
    values: author === null ? values : new Map(values).set('createdBy', author).set('updatedBy', author),
    shared: from === null ? null : { from, attributes: sharedOf(type) },
    createdAt,
    updatedAt: row?.updatedAt ?? now,
    publishedAt: row?.publishedAt ?? now,
  };
}

/** An update without a stored version creates the document of a single type, or a translation. */
function planInsert(
  schema: Schema,
  change: Update | Publishing,
  document: LoadedDocument,
  input: Values,
): Result<readonly VersionChange[]> {
  const { versions, sibling } = document;
  if (change.kind !== 'update' || !change.checksExistence) return err(notFound);
  if (versions.length === 0 && !change.creates) return err(notFound);
  const given = new Set((sibling === null ? [] : sharedOf(change.type)).map(({ name }) => name));
  const values = withDefaults(change.type, input, given);
  if (change.layer === 'published') {
    const whole = new Map([...(sibling?.values ?? none), ...values]);
    const linked = linkedAfter(schema, change, null);
    const complete = checkComplete(schema, change.type, whole, linked, sentIn(input));
    if (!complete.ok) return complete;
  }
  const version = inserted(change, values, sibling?.locale ?? null);
  const beside = isBesidePublished(document, version) && { isBesidePublished: true as const };
  return ok([{ ...version, ...beside }, ...shared(change, document, input)]);
}

/** Code of an app can leave a published row without a draft. */
const isBesidePublished = ({ versions }: LoadedDocument, { layers, locale }: Inserted): boolean =>
  !layers.includes('published') &&
  versions.some((version) => version.layer === 'published' && version.locale === locale);

/** Keeps an explicit null, and leaves attributes to the other locales where these share their values. */
function withDefaults({ attributes }: ContentType, values: Values, given: ReadonlySet<string>): Values {
  const filled = new Map(values);
  for (const attribute of attributes.values()) {
    if (attribute.kind !== 'scalar' || attribute.default === undefined) continue;
    const { name } = attribute;
    if (!filled.has(name) && !given.has(name)) filled.set(name, attribute.default);
  }
  return filled;
}

/** Components are merged with what is stored, so what is inside of them counts as that. */
const sentIn =
  (input: Values): IsShown =>
  (path) =>
    path.length === 1 && input.has(String(path[0]));

function planPublished(
  schema: Schema,
  change: Update | Publishing,
  document: LoadedDocument | null,
  values: Values,
): Result<readonly VersionChange[]> {
  const { type, locale, now } = change;
  const whole = new Map([...(document?.values ?? none), ...values]);
  const linked = linkedAfter(schema, change, document);
  const complete = checkComplete(
    schema,
    type,
    whole,
    linked,
    sentIn(change.kind === 'update' ? values : none),
  );
  if (!complete.ok) return complete;
  const publish: VersionChange = {
    op: 'publish',
    locale,
    values: change.kind === 'update' ? changedBy(change, values) : values,
    updatedAt: change.kind === 'update' ? now : null,
    publishedAt: now,
    unique: uniqueOf(type, whole),
  };
  return ok([publish, ...shared(change, document, whole)]);
}

/** The failure of an update that leaves a required relation without a link. */
function emptiedLists(schema: Schema, change: Update, document: LoadedDocument | null): Failure | null {
  const linked = linkedAfter(schema, change, document);
  const faults = new Faults();
  for (const { relation } of requiredLists(schema, change)) {
    if (!linked.has(relation.name)) faults.invalidValue([relation.name], reason('value.missing'), undefined);
  }
  return faults.failure();
}

/** The attributes to copy to the other locales: shared ones that were sent, or all shared ones when publishing. */
function shared(
  change: Update | Publishing,
  document: LoadedDocument | null,
  values: Values,
): readonly (VersionChange & { readonly op: 'share' })[] {
  const { type, locale, now, author } = change;
  if (document === null || document.versions.every((version) => version.locale === locale)) return [];
  const publishing = publishes(change);
  const attributes = sharedOf(type).filter(({ name }) => publishing || values.has(name));
  const layers = publishing ? layersOf(type) : [editedLayer(type)];
  if (attributes.length === 0) return [];
  return [{ op: 'share', layers, locale, attributes, updatedAt: now, updatedBy: author }];
}

const uniqueOf = ({ attributes }: ContentType, values: Values): Values =>
  new Map([...values].filter(([name]) => isUnique(attributes.get(name))));
