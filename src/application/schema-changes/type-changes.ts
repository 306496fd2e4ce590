import type { Match } from './match-collections.js';
import { counted, type Check, type PlannedChange, type Work } from './planned-change.js';
import type { TypeOrigin } from './wanted-schema.js';

/** An option of a content-type as recorded and as wanted. */
export interface OptionChange {
  readonly before: TypeOrigin;
  readonly after: TypeOrigin;
}

/** Returns undefined for collections that are still to be created. */
export function optionChange({ wanted, stored, record }: Match): OptionChange | undefined {
  if (stored === undefined || wanted.origin.kind !== 'type' || record?.origin.kind !== 'type')
    return undefined;
  return { before: record.origin, after: wanted.origin };
}

/** A change of the rows of a collection, after its names and values are converted. */
export const fill = (
  match: Match,
  message: string,
  work: Work,
  checks: readonly Check[] = [],
): PlannedChange => ({ ...work, phase: 'fill', name: match.wanted.name, message, match, checks });

/**
 * Plans the changes of rows that follow from locales or draft & publish of a content-type, or locales of an attribute.
 */
export function typeChanges(match: Match, defaultLocale: string): readonly PlannedChange[] {
  const change = optionChange(match);
  if (change === undefined) return [];
  const { before, after } = change;
  return [
    // Locales first: a draft that is created afterwards has the locale of its published version.
    ...(!before.localized && after.localized ? [addLocale(match, defaultLocale)] : []),
    ...(before.localized && !after.localized ? [removeLocale(match, defaultLocale)] : []),
    ...(before.localized && after.localized ? sharedFields(match) : []),
    ...(!before.draftAndPublish && after.draftAndPublish ? [addDrafts(match)] : []),
    ...(before.draftAndPublish && !after.draftAndPublish ? [removeDrafts(match)] : []),
  ];
}

const addLocale = (match: Match, locale: string): PlannedChange =>
  fill(match, `Documents of "${match.wanted.name}" get the locale "${locale}".`, {
    kind: 'addLocale',
    locale,
  });

function removeLocale(match: Match, locale: string): PlannedChange {
  const { name } = match.wanted;
  const check: Check = {
    counts: 'otherLocales',
    locale,
    refusal: ({ count, example }) =>
      `Locales cannot be turned off for "${name}": ${counted(count, 'version is', 'versions are')} not in "${locale}", for example of document "${example}". ` +
      'Delete these translations first.',
  };
  return fill(match, `Documents of "${name}" have no locale any more.`, { kind: 'removeLocale', locale }, [
    check,
  ]);
}

/** Attributes that had a value in each locale and are to have one for all: the values must be equal. */
function sharedFields(match: Match): readonly PlannedChange[] {
  const { wanted, record, fields } = match;
  return wanted.fields.flatMap((field): PlannedChange[] => {
    const former = fields.get(field.name);
    const before = former === undefined ? undefined : record?.fields[former];
    if (former === undefined || before?.localized !== true) return [];
    if (field.attribute === undefined || field.attribute.localized === true) return [];
    const { attribute } = field.attribute;
    const { shape } = before;
    const check: Check = {
      counts: 'differingValues',
      field: former,
      shape,
      refusal: ({ count, example }) =>
        `"${attribute}" of "${wanted.name}" cannot be one value for all locales: it differs between the locales of ${counted(count, 'document', 'documents')}, for example of "${example}". ` +
        'Make them the same first, with the former schema.',
    };
    const message = `"${attribute}" of "${wanted.name}" has one value for all locales.`;
    const change = fill(match, message, { kind: 'shareField', field, shape }, [check]);
    return [{ ...change, name: `${wanted.name}.${field.name}` }];
  });
}

const addDrafts = (match: Match): PlannedChange =>
  fill(match, `Every document of "${match.wanted.name}" gets a draft.`, { kind: 'addDrafts' });

function removeDrafts(match: Match): PlannedChange {
  const { name } = match.wanted;
  const check: Check = {
    counts: 'unpublishedDrafts',
    refusal: ({ count, example }) =>
      `Draft & publish cannot be turned off for "${name}": ${counted(count, 'draft is', 'drafts are')} not published, for example of document "${example}". ` +
      'Publish or discard them first.',
  };
  return fill(match, `"${name}" has published documents only.`, { kind: 'removeDrafts' }, [check]);
}
