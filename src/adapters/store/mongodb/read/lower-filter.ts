import type { Document, Filter } from 'mongodb';
import type { Context, Predicate, Target } from '../../../../domain/plan/read-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import { otherSide, type ContentType, type Relation } from '../../../../domain/schema/schema.js';
import { endFields, fieldOf, isThere, keyField } from '../layout.js';
import { lowerComparison } from './lower-comparison.js';
import { inContext, localeFilter } from './locale-filter.js';
import type { Reader } from './reader.js';

type Where = Filter<Document>;

/** Where a predicate's attributes stand, and in which layer and locales it is asked. */
interface Scope {
  readonly reader: Reader;
  readonly type: ContentType;
  readonly layer: Layer;
  readonly locale: Context['locale'];
  /** `seo.` inside a single component; empty in a version, and in an item of a list. */
  readonly prefix: string;
  readonly isItem: boolean;
}

/** The versions of `type` that fit, in a layer and in the locales of a context. */
export async function lowerVersions(
  reader: Reader,
  type: ContentType,
  layer: Layer,
  locale: Context['locale'],
  where: Predicate | null,
): Promise<Where> {
  const own = type.draftAndPublish ? layer : 'published';
  const layered: Where = type.draftAndPublish ? { _layer: own } : {};
  const scope = { reader, type, layer, prefix: '', isItem: false };
  if (!type.localized) return and([layered, await lower({ ...scope, locale }, own, where)]);
  if (where === null || !asksElsewhere(where))
    return and([layered, localeFilter('locale', locale), await lower({ ...scope, locale }, own, where)]);
  // What a version leads to depends on its locale.
  const locales = locale === '*' ? await reader.locales(type) : [locale].flat();
  const each = await Promise.all(
    locales.map(async (one) => and([{ locale: one }, await lower({ ...scope, locale: one }, own, where)])),
  );
  return and([layered, { $or: each.length === 0 ? [never] : each }]);
}

const never: Where = { _id: { $in: [] } };

/** Without the parts that say nothing. */
const and = (parts: readonly Where[]): Where => {
  const said = parts.filter((part) => Object.keys(part).length > 0);
  return said.length < 2 ? (said[0] ?? {}) : { $and: said };
};

/** Whether other documents have to be looked at to tell whether one fits. */
export function asksElsewhere(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.predicates.some(asksElsewhere);
    case 'component':
      return predicate.where !== null && asksElsewhere(predicate.where);
    case 'related':
    case 'publication':
      return true;
    case 'compare':
      return false;
  }
}

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

/** A draft tells what it has itself; of a published version the drafts that there are, or that were changed, are looked up. */
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

/** That the document has a version that fits `filter`; negated: that it has none. */
async function among(reader: Reader, type: ContentType, filter: Where, negated: boolean): Promise<Where> {
  const versions = await reader.versions(type, { filter, fields: ['documentId'] });
  const documents = distinct(versions.map(({ documentId }) => documentId));
  return { documentId: negated ? { $nin: documents } : { $in: documents } };
}

type Related = Predicate & { readonly kind: 'related' };

/** The documents that lead to a version that fits are found from that end. */
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
  const { link, side } = relation.place;
  const [own, other] = [endFields[side], endFields[otherSide(side)]];
  const found = await reader.linked(target.type, link, {
    filter: await targetFilter(scope, relation, target),
    end: other.document,
    links: {
      [keyField(target.linked, side)]: isThere,
      ...(link[side].localized ? localeFilter(own.locale, locale) : { [own.locale]: '' }),
    },
  });
  const named = link[otherSide(side)].localized;
  const leading = found.filter((version) => !named || version.link[other.locale] === version.locale);
  return distinct(leading.map((version) => version.link[own.document]));
}

interface Version {
  readonly documentId: string;
  readonly locale: string;
}

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

async function fittingTargets(scope: Scope, relation: Relation, target: Target): Promise<readonly Version[]> {
  const filter = await targetFilter(scope, relation, target);
  return scope.reader.versions(target.type, { filter, fields: ['documentId', 'locale'] });
}

function targetFilter(
  { reader, locale }: Scope,
  relation: Relation,
  { type, layer, locale: asked, where }: Target,
): Promise<Where> {
  const wide = asked === 'link' || relation.place.kind === 'translations';
  return lowerVersions(reader, type, layer, wide ? '*' : locale, where);
}

/** Links inside items stand in the items themselves. */
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
