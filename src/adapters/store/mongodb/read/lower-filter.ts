import type { Document, Filter } from 'mongodb';
import type { Context, Predicate, Target } from '../../../../domain/plan/read-plan.js';
import { layersToFollow, targetIn, type LayerTarget } from '../../../../domain/plan/target-in-layer.js';
import type { ReadLayer } from '../../../../domain/query/query.js';
import type { ContentType, Relation } from '../../../../domain/schema/schema.js';
import { endFields, fieldOf, type LinkRow } from '../layout.js';
import { linkedStages, type FollowedInLayer } from './stages.js';
import { inContext, localeFilter, lowerComparison } from './lower-comparison.js';
import { maxRows, type Reader } from './reader.js';
import { readsOthers } from './strategy.js';

type Where = Filter<Document>;

/**
 * Where a predicate applies: the type with its attributes, and the layer and locales in which it is evaluated and its
 * relations are followed.
 */
interface FilterContext {
  readonly reader: Reader;
  readonly type: ContentType;
  readonly layer: ReadLayer;
  readonly locale: Context['locale'];
  /** The path of the attributes: `seo.` inside a single component, empty in a version and in an item of a list. */
  readonly prefix: string;
  readonly isItem: boolean;
}

/**
 * Returns the filter for versions of `type` in a layer and in the locales of a context. Conditions on other
 * documents are read first, and become lists of documentIds.
 */
export async function lowerVersions(
  reader: Reader,
  type: ContentType,
  context: Context,
  where: Predicate | null,
): Promise<Where> {
  const isAny = context.layer === 'any' && type.draftAndPublish;
  if (!isAny || where === null || !readsOthers(where)) return lowerInLayer(reader, type, context, where);
  // The documents that a version leads to depend on its layer.
  const each = await Promise.all(
    (['draft', 'published'] as const).map((layer) =>
      lowerInLayer(reader, type, { ...context, layer }, where),
    ),
  );
  return { $or: each };
}

async function lowerInLayer(
  reader: Reader,
  type: ContentType,
  { layer, locale }: Context,
  where: Predicate | null,
): Promise<Where> {
  const own = type.draftAndPublish ? layer : 'published';
  const layered: Where = type.draftAndPublish && layer !== 'any' ? { _layer: layer } : {};
  const context = { reader, type, layer, prefix: '', isItem: false };
  if (!type.localized) return and([layered, await lower({ ...context, locale }, own, where)]);
  if (where === null || !readsOthers(where))
    return and([layered, localeFilter('locale', locale), await lower({ ...context, locale }, own, where)]);
  // The documents that a version leads to depend on its locale.
  const locales = locale === '*' ? await reader.locales(type) : [locale].flat();
  const each = await Promise.all(
    locales.map(async (one) => and([{ locale: one }, await lower({ ...context, locale: one }, own, where)])),
  );
  return and([layered, { $or: each.length === 0 ? [never] : each }]);
}

/** Returns the filter for the versions that a relation resolves to in a context. */
export const lowerTargets = (
  reader: Reader,
  { relation, target: { type, layer, locale: asked, where } }: FollowedInLayer,
  context: Context,
): Promise<Where> => {
  const isAny = asked === 'link' || relation.place.kind === 'translations';
  const locale = isAny ? '*' : context.locale;
  return lowerVersions(reader, type, { layer: type.draftAndPublish ? layer : context.layer, locale }, where);
};

const never: Where = { _id: { $in: [] } };

/** Combines the parts that are not empty. */
const and = (parts: readonly Where[]): Where => {
  const given = parts.filter((part) => Object.keys(part).length > 0);
  return given.length < 2 ? (given[0] ?? {}) : { $and: given };
};

/** Returns the filter for a predicate. `own` is the layer of the versions that it filters. */
async function lower(context: FilterContext, own: ReadLayer, predicate: Predicate | null): Promise<Where> {
  if (predicate === null) return {};
  switch (predicate.kind) {
    case 'and':
      return and(await Promise.all(predicate.predicates.map((part) => lower(context, own, part))));
    case 'or':
      return { $or: await Promise.all(predicate.predicates.map((part) => lower(context, own, part))) };
    case 'compare': {
      const { field, comparison, negated } = predicate;
      const name = context.isItem ? field.name : fieldOf(field);
      return { [context.prefix + name]: lowerComparison(field, comparison, negated) };
    }
    case 'component':
      return lowerComponent(context, own, predicate);
    case 'publication':
      return lowerPublication(context, own, predicate);
    case 'related':
      return context.isItem ? lowerEmbedded(context, predicate) : lowerRelated(context, predicate);
  }
}

type Component = Predicate & { readonly kind: 'component' };

async function lowerComponent(
  context: FilterContext,
  own: ReadLayer,
  { attribute, where, negated }: Component,
): Promise<Where> {
  const path = context.prefix + attribute.name;
  const there = attribute.repeatable ? { [`${path}.0`]: { $exists: true } } : { [path]: { $ne: null } };
  const prefix = attribute.repeatable ? '' : `${path}.`;
  const inside = await lower({ ...context, prefix, isItem: true }, own, where);
  const fits = attribute.repeatable ? { [path]: { $elemMatch: inside } } : and([there, inside]);
  const found = where === null ? there : fits;
  return negated ? { $nor: [found] } : found;
}

type Publication = Predicate & { readonly kind: 'publication' };

/** A draft has fields for whether it is published or changed. For published versions, the drafts are read. */
async function lowerPublication(
  { reader, type, locale }: FilterContext,
  own: ReadLayer,
  { has, negated }: Publication,
): Promise<Where> {
  const anywhere = has === 'published-anywhere';
  if (own === (anywhere ? 'published' : has)) return negated ? never : {};
  if (anywhere && type.localized) return among(reader, type, { _layer: 'published' }, negated);
  if (own === 'draft') {
    const field = has === 'changes' ? '_changed' : '_published';
    return { [field]: negated ? { $ne: true } : true };
  }
  const inLocale = type.localized ? localeFilter('locale', locale) : {};
  const filter = { ...inLocale, _layer: 'draft', ...(has === 'changes' && { _changed: true }) };
  return among(reader, type, filter, negated);
}

/** Matches documents that have a version that matches `filter`, or, negated, documents that have none. */
async function among(reader: Reader, type: ContentType, filter: Where, negated: boolean): Promise<Where> {
  const versions = await reader.versions(type, { filter, fields: ['documentId'] });
  const documents = distinct(versions.map(({ documentId }) => documentId));
  return { documentId: negated ? { $nin: documents } : { $in: documents } };
}

type Related = Predicate & { readonly kind: 'related' };

/** Reads the matching versions at the far end of the relation, and the documents that lead to them. */
async function lowerRelated(context: FilterContext, { relation, target, negated }: Related): Promise<Where> {
  const found = await leadingTo(context, relation, target);
  return { documentId: negated ? { $nin: found } : { $in: found } };
}

async function leadingTo(
  context: FilterContext,
  relation: Relation,
  target: Target,
): Promise<readonly string[]> {
  const found = await Promise.all(
    layersToFollow(context.layer, target).map((layer) =>
      leadingInLayer({ ...context, layer }, relation, targetIn(target, layer)),
    ),
  );
  return distinct(found.flat());
}

async function leadingInLayer(
  context: FilterContext,
  relation: Relation,
  target: LayerTarget,
): Promise<readonly string[]> {
  const { reader, locale } = context;
  if (relation.place.kind === 'translations') {
    const fitting = await fittingTargets(context, relation, target);
    const others = fitting.filter((version) => version.locale !== locale);
    return distinct(others.map(({ documentId }) => documentId));
  }
  if (relation.place.kind !== 'link') throw new Error(`${relation.name} is in a component`);
  const filter = await lowerTargets(reader, { relation, target }, context);
  const stages = [...linkedStages(relation.place, target, locale, filter), { $limit: maxRows + 1 }];
  const found = await reader.aggregate<{ readonly link: LinkRow }>(target.type, stages);
  const { document } = endFields[relation.place.side];
  return distinct(found.map(({ link }) => link[document]));
}

interface Version {
  readonly documentId: string;
  readonly locale: string;
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

async function fittingTargets(
  context: FilterContext,
  relation: Relation,
  target: LayerTarget,
): Promise<readonly Version[]> {
  const filter = await lowerTargets(context.reader, { relation, target }, context);
  return context.reader.versions(target.type, { filter, fields: ['documentId', 'locale'] });
}

/** The links of component items are stored in the items. */
async function lowerEmbedded(context: FilterContext, { relation, target, negated }: Related): Promise<Where> {
  const layers = layersToFollow(context.layer, target);
  const each = layers.map((layer) =>
    fittingTargets({ ...context, layer }, relation, targetIn(target, layer)),
  );
  const fitting = (await Promise.all(each)).flat();
  const path = context.prefix + relation.name;
  const documents = (versions: readonly Version[]) => ({
    $in: distinct(versions.map(({ documentId }) => documentId)),
  });
  const byLocale =
    target.locale === 'link'
      ? [
          ...distinct(fitting.map((version) => version.locale)).map((one) => ({
            documentId: documents(fitting.filter((version) => version.locale === one)),
            locale: one,
          })),
          {
            documentId: documents(fitting.filter((version) => inContext(version.locale, context.locale))),
            locale: { $eq: null },
          },
        ]
      : [{ documentId: documents(fitting) }];
  const alternatives = byLocale.map((parts) =>
    relation.many
      ? { [path]: { $elemMatch: parts } }
      : Object.fromEntries(Object.entries(parts).map(([name, value]) => [`${path}.${name}`, value])),
  );
  return negated ? { $nor: alternatives } : { $or: alternatives };
}
