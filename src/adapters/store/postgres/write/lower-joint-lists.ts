import type { ListChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import { linkSideOf } from '../../../../domain/relation/link-list.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { linkColumns, linkTableName } from '../layout.js';
import type { Parameters, Part } from '../statement.js';
import { alikeBy, isInsert } from './joint-write.js';
import { deleteLinksOfTables, listOf, withdraw, type SqlList } from './link-list.js';
import { groupsOf, placed, withSequenceKeys } from './lower-list.js';
import { arePublishedAtOnce } from './published-at-once.js';

/** A change of one list, and of which document. */
interface Edit {
  readonly plan: WritePlan;
  readonly change: ListChange;
}

/**
 * Lowers the lists of plans as `lowerList` does for each. The plans write each link from one of its sides, so that no row is
 * changed by two of them.
 */
export function lowerJointLists(
  schema: Schema,
  parameters: Parameters,
  plans: readonly WritePlan[],
  written: readonly string[],
): readonly Part[] {
  const edits = plans.flatMap((plan): Edit[] =>
    plan.lists
      .filter(({ place, remove }) => place.length + remove.length > 0)
      .map((change) => ({ plan, change })),
  );
  return alikeBy(edits, ({ change }) => change.relation).flatMap((alike, index) => {
    const gone = lowerRemovals(schema, parameters, alike, written, `quire_r${index}`);
    // Placing must wait until the removals have made room.
    const free = gone.map(({ name }) => `(SELECT count(*) FROM ${name}) >= 0`);
    return [...gone, ...lowerPlacements(schema, parameters, alike, [...written, ...free], `quire_p${index}`)];
  });
}

interface RemovedLinks {
  readonly edit: Edit;
  readonly removal: ListChange['remove'][number];
}

function lowerRemovals(
  schema: Schema,
  parameters: Parameters,
  edits: readonly Edit[],
  written: readonly string[],
  name: string,
): readonly Part[] {
  const removals = edits.flatMap((edit): RemovedLinks[] =>
    edit.change.remove.map((removal) => ({ edit, removal })),
  );
  const formOf = ({ edit: { change }, removal: { kind, layers } }: RemovedLinks): string =>
    `${kind} ${layers.join()} ${change.pending}`;
  return alikeBy(removals, formOf).flatMap((alike, index) => {
    const [{ edit, removal }] = alike;
    const list = listOf(schema, linkSideOf(edit.change.relation), '', '');
    const links = alike.flatMap(({ edit: { plan, change }, removal: { targets } }) =>
      targets.map(({ documentId, locale }) => [plan.documentId, change.locale, documentId, locale] as const),
    );
    const { own, other } = list;
    const ends = [own.document, own.locale, other.document, other.locale].join(', ');
    const named = `(SELECT * FROM unnest(${columnsOf(parameters, links)}))`;
    const owners = alike.map(({ edit: { plan, change } }) => [plan.documentId, change.locale] as const);
    const conditions =
      removal.kind === 'these'
        ? [`(${ends}) IN ${named}`]
        : [
            `(${own.document}, ${own.locale}) IN (SELECT * FROM unnest(${columnsOf(parameters, owners)}))`,
            `(${ends}) NOT IN ${named}`,
          ];
    return withdraw(
      list,
      removal.layers,
      edit.change.pending,
      [...conditions, ...written],
      `${name}_${index}`,
    );
  });
}

/** Passes the columns of rows as arrays. There may be no row. */
const columnsOf = (
  parameters: Parameters,
  rows: readonly (readonly string[])[],
  width = rows[0]?.length ?? 4,
): string =>
  Array.from({ length: width }, (_, column) =>
    parameters.addTexts(rows.map((row) => row[column] ?? '')),
  ).join(', ');

interface Placed {
  readonly edit: Edit;
  readonly group: ReturnType<typeof groupsOf>[number];
}

/** Draws the sequence keys in the order of the plans, as if each drew its own. */
function lowerPlacements(
  schema: Schema,
  parameters: Parameters,
  edits: readonly [Edit, ...Edit[]],
  conditions: readonly string[],
  name: string,
): readonly Part[] {
  const placements = edits.flatMap((edit): Placed[] =>
    groupsOf(edit.change).map((group) => ({ edit, group })),
  );
  const forms = alikeBy(placements, ({ edit: { plan, change }, group: { layers, leaves } }) =>
    [
      layers.join(),
      leaves.join(),
      change.layers.join(),
      change.pending,
      isInsert(plan),
      arePublishedAtOnce(plan, change),
    ].join(' '),
  );
  if (forms.length === 0) return [];
  const forming = new Map(
    forms.flatMap((alike, form) =>
      alike.flatMap(({ group }) => group.place.map((place) => [place, form] as const)),
    ),
  );
  const rows = edits.flatMap(({ plan, change }) =>
    change.place.map((place) => ({ plan, change, place, form: String(forming.get(place)) })),
  );
  const texts = (valueOf: (row: (typeof rows)[number]) => string | null): string =>
    parameters.addTexts(rows.map(valueOf));
  const places = withSequenceKeys({
    own_document: texts(({ plan }) => plan.documentId),
    own_locale: texts(({ change }) => change.locale),
    document: texts(({ place }) => place.target.documentId),
    locale: texts(({ place }) => place.target.locale),
    key: texts(({ place }) => place.key),
    form: texts(({ form }) => form),
  });
  const list: SqlList = listOf(
    schema,
    linkSideOf(edits[0].change.relation),
    'p.own_document',
    'p.own_locale',
  );
  return [
    { name, text: `MATERIALIZED (${places})` },
    ...forms.map(([{ edit, group }], form) => {
      const writing = {
        conditions: [`p.form = '${form}'`, ...conditions],
        isNew: isInsert(edit.plan),
        isPublished: arePublishedAtOnce(edit.plan, edit.change),
      };
      return { name: `${name}_${form}`, text: placed(list, edit.change, group, name, writing) };
    }),
  ];
}

/** Removes links of removed documents. */
export function lowerJointUnlinks(parameters: Parameters, plans: readonly WritePlan[]): readonly Part[] {
  const unlinked = plans.flatMap((plan) =>
    plan.unlink.map((end) => ({ ...end, documentId: plan.documentId })),
  );
  const ofTables = alikeBy(unlinked, ({ link }) => link).map((ofLink) => {
    const [{ link }] = ofLink;
    const conditions = alikeBy(ofLink, ({ side, locale }) => `${side} ${locale}`).map((ends) => {
      const [{ side, locale }] = ends;
      const list = {
        own: linkColumns[side],
        documentId: `ANY(${parameters.addTexts(ends.map(({ documentId }) => documentId))})`,
      };
      const named = locale === null ? '' : ` AND ${list.own.locale} = ${parameters.add(locale, 'text')}`;
      return `${list.own.document} = ${list.documentId}${named}`;
    });
    return [linkTableName(link), conditions] as const;
  });
  return deleteLinksOfTables(new Map(ofTables));
}
