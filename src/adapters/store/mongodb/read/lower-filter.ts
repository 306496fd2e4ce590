import type { Document, Filter } from 'mongodb';
import type { Context, Predicate, Target } from '../../../../domain/plan/read-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import type { ContentType, Relation } from '../../../../domain/schema/schema.js';
import { endFields, fieldOf, type LinkRow } from '../layout.js';
import { linkedStages, type Followed } from './linked-stages.js';
import { inContext, localeFilter, lowerComparison } from './lower-comparison.js';
import { maxRows, type Reader } from './reader.js';
import { readsOthers } from './strategy.js';

type Where = Filter<Document>;

/** What a predicate's attributes belong to, and the layer and locales in which it is evaluated. */
interface Scope {
  readonly reader: Reader;
  readonly type: ContentType;
  readonly layer: Layer;
  readonly locale: Context['locale'];
  /** The path to the attributes: `seo.` inside a single component, empty in a version and in an item of a list. */
  readonly prefix: string;
  readonly isItem: boolean;
}

/**
 * The filter for versions of `type` in a layer and in the locales of a context. What a predicate says of other documents is
 * read first, and becomes a list of documentIds.
 */
export async function lowerVersions(
  reader: Reader,
  type: ContentType,
  { layer, locale }: Context,
  where: Predicate | null,
): Promise<Where> {
  const own = type.draftAndPublish ? layer : 'published';
  const layered: Where = type.draftAndPublish ? { _layer: own } : {};
  const scope = { reader, type, layer, prefix: '', isItem: false };
  if (!type.localized) return and([layered, await lower({ ...scope, locale }, own, where)]);
  if (where === null || !readsOthers(where))
    return and([layered, localeFilter('locale', locale), await lower({ ...scope, locale }, own, where)]);
  // The documents that a version leads to depend on its locale.
  const locales = locale === '*' ? await reader.locales(type) : [locale].flat();
  const each = await Promise.all(
    locales.map(async (one) => and([{ locale: one }, await lower({ ...scope, locale: one }, own, where)])),
  );
  return and([layered, { $or: each.length === 0 ? [never] : each }]);
}

/** The filter for the versions that a relation resolves to, followed in a locale. */
export const lowerTargets = (
  reader: Reader,
  { relation, target: { type, layer, locale: asked, where } }: Followed,
  locale: Context['locale'],
): Promise<Where> => {
  const isAny = asked === 'link' || relation.place.kind === 'translations';
  return lowerVersions(reader, type, { layer, locale: isAny ? '*' : locale }, where);
};

const never: Where = { _id: { $in: [] } };

/** Leaves out empty parts. */
const and = (parts: readonly Where[]): Where => {
  const given = parts.filter((part) => Object.keys(part).length > 0);
  return given.length < 2 ? (given[0] ?? {}) : { $and: given };
};

/** `own`: the layer of the versions themselves. */
async function lower(scope: Scope, own: Layer, predicate: Predicate | null): Promise<Where> {
  if (predicate === null) return {};
  switch (predicate.kind) {
    case 'and':
      return and(await Promise.all(predicate.predicates.map((part) => lower(scope, own, part))));
    case 'or':
      return { $or: await Promise.all(predicate.predicates.map((part) => lower(scope, own, part))) };
    case 'compare': {
      const { field, comparison, negated } = predicate;
      const name = scope.isItem ? field.name : fieldOf(field);
      return { [scope.prefix + name]: lowerComparison(field, comparison, negated) };
    }
    case 'component':
      return lowerComponent(scope, own, predicate);
    case 'publication':
      return lowerPublication(scope, own, predicate);
    case 'related':
      return scope.isItem ? lowerEmbedded(scope, predicate) : lowerRelated(scope, predicate);
  }
}

type Component = Predicate & { readonly kind: 'component' };

async function lowerComponent(
  scope: Scope,
  own: Layer,
  { attribute, where, negated }: Component,
): Promise<Where> {
  const path = scope.prefix + attribute.name;
  const there = attribute.repeatable ? { [`${path}.0`]: { $exists: true } } : { [path]: { $ne: null } };
  const prefix = attribute.repeatable ? '' : `${path}.`;
  const inside = await lower({ ...scope, prefix, isItem: true }, own, where);
  const fits = attribute.repeatable ? { [path]: { $elemMatch: inside } } : and([there, inside]);
  const found = where === null ? there : fits;
  return negated ? { $nor: [found] } : found;
}

type Publication = Predicate & { readonly kind: 'publication' };

/** A draft has a field that says whether it is published or changed. For a published version its drafts are read. */
async function lowerPublication(
  { reader, type, locale }: Scope,
  own: Layer,
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

/** The condition that the document has a version that fits `filter`; negated: that it has none. */
async function among(reader: Reader, type: ContentType, filter: Where, negated: boolean): Promise<Where> {
  const versions = await reader.versions(type, { filter, fields: ['documentId'] });
  const documents = distinct(versions.map(({ documentId }) => documentId));
  return { documentId: negated ? { $nin: documents } : { $in: documents } };
}

type Related = Predicate & { readonly kind: 'related' };

/** Finds the documents that lead to a fitting version from the far end of the relation. */
async function lowerRelated(scope: Scope, { relation, target, negated }: Related): Promise<Where> {
  const found = await leadingTo(scope, relation, target);
  return { documentId: negated ? { $nin: found } : { $in: found } };
}

async function leadingTo(scope: Scope, relation: Relation, target: Target): Promise<readonly string[]> {
  const { reader, locale } = scope;
  if (relation.place.kind === 'translations') {
    const fitting = await fittingTargets(scope, relation, target);
    const others = fitting.filter((version) => version.locale !== locale);
    return distinct(others.map(({ documentId }) => documentId));
  }
  if (relation.place.kind !== 'link') throw new Error(`${relation.name} stands in a component`);
  const filter = await lowerTargets(scope.reader, { relation, target }, scope.locale);
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

async function fittingTargets(scope: Scope, relation: Relation, target: Target): Promise<readonly Version[]> {
  const filter = await lowerTargets(scope.reader, { relation, target }, scope.locale);
  return scope.reader.versions(target.type, { filter, fields: ['documentId', 'locale'] });
}

/** The links of component items are stored in the items. */
async function lowerEmbedded(scope: Scope, { relation, target, negated }: Related): Promise<Where> {
  const fitting = await fittingTargets(scope, relation, target);
  const path = scope.prefix + relation.name;
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
            documentId: documents(fitting.filter((version) => inContext(version.locale, scope.locale))),
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
