import type { Db } from 'mongodb';
import type { Match } from './match-collections.js';
import { counted, type Check, type Step } from './step.js';

/** Locales switched on or off for a content-type, or one attribute of it, that has rows. */
export function localeSteps(match: Match, defaultLocale: string): readonly Step[] {
  const { wanted, stored, record } = match;
  if (stored === undefined || wanted.origin.kind !== 'type' || record?.origin.kind !== 'type') return [];
  const [before, after] = [record.origin.localized, wanted.origin.localized];
  if (!before && after) return [addLocale(match, defaultLocale)];
  if (before && !after) return [removeLocale(match, stored.name, defaultLocale)];
  return after ? sharedSteps(match, stored.name) : [];
}

const addLocale = ({ name }: Match, locale: string): Step => ({
  phase: 'fill',
  name,
  message: `Documents of "${name}" get the locale "${locale}".`,
  checks: [],
  run: async ({ db }) => {
    await db.collection(name).updateMany({ locale: '' }, { $set: { locale } });
  },
  touchesRows: true,
});

function removeLocale({ name }: Match, stored: string, locale: string): Step {
  const check: Check = async (db) => {
    const versions = db.collection<{ documentId: string; locale: string }>(stored);
    const others = { locale: { $nin: ['', locale] } };
    const count = await versions.countDocuments(others);
    if (count === 0) return null;
    const example = await versions.findOne(others, { sort: { documentId: 1 } });
    return (
      `Locales cannot be turned off for "${name}": ${counted(count, 'version is', 'versions are')} not in "${locale}", for example of document "${example?.documentId}". ` +
      'Delete these translations first.'
    );
  };
  return {
    phase: 'fill',
    name,
    message: `Documents of "${name}" have no locale any more.`,
    checks: [check],
    run: async ({ db }) => {
      await db.collection(name).updateMany({ locale }, { $set: { locale: '' } });
    },
    touchesRows: true,
  };
}

/** Attributes that all locales are to share: they must be equal already. */
function sharedSteps(
  { name: collection, wanted, record, attributes }: Match,
  stored: string,
): readonly Step[] {
  return Object.entries(wanted.attributes).flatMap(([name, { localized }]): Step[] => {
    const former = attributes.get(name);
    if (former === undefined || localized === true || record?.attributes[former]?.localized !== true)
      return [];
    const place = `${collection}.${name}`;
    const check: Check = async (db) => {
      const { count, example } = await differing(db, stored, former);
      return count === 0
        ? null
        : `"${name}" of "${collection}" cannot be one value for all locales: it differs between the locales of ${counted(count, 'document', 'documents')}, for example of "${example}". ` +
            'Make them the same first, with the former schema.';
    };
    const message = `"${name}" of "${collection}" has one value for all locales.`;
    return [{ phase: 'fill', name: place, message, checks: [check], run: async () => {} }];
  });
}

interface Version {
  readonly documentId: string;
  readonly _layer: string;
  readonly [attribute: string]: unknown;
}

/** Documents whose versions in a layer differ in an attribute. */
async function differing(
  db: Db,
  collection: string,
  attribute: string,
): Promise<{ readonly count: number; readonly example: string }> {
  const versions = db.collection<Version>(collection).find(
    {},
    {
      projection: { documentId: 1, _layer: 1, [attribute]: 1 },
      sort: { documentId: 1, locale: 1, _layer: 1 },
      promoteLongs: false,
      allowDiskUse: true,
    },
  );
  let [count, example, document] = [0, '', ''];
  let values = new Map<string, string>();
  let isCounted = false;
  for await (const { documentId, _layer, [attribute]: value } of versions) {
    if (documentId !== document) [document, values, isCounted] = [documentId, new Map(), false];
    const text = withoutIds(value);
    if (!isCounted && (values.get(_layer) ?? text) !== text) {
      isCounted = true;
      count++;
      example = example === '' ? documentId : example;
    }
    values.set(_layer, text);
  }
  return { count, example };
}

/** Items that are equal have ids of their own. */
const withoutIds = (value: unknown): string =>
  JSON.stringify(value ?? null, (key, member: unknown) => (key === 'id' ? undefined : member));
