import type { VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import { isUnique, type ContentType, type Json } from '../../../../domain/schema/schema.js';
import { columnsOfVersions, valuesOf, type NewVersion } from '../archive/lower-insertion.js';
import { draftColumns, columnName, tableName } from '../layout.js';
import { literal, type Parameters, type Part } from '../statement.js';
import { alikeBy, formOf, isInsert } from './joint-write.js';
import { differs, later, ofLayers } from './lower-versions.js';
import { copied, insertion, nextIdOf, setList, valueColumns, type Assignment } from './version-part.js';

type Of<Op extends VersionChange['op']> = VersionChange & { readonly op: Op };

/** A part that writes versions of several documents, and returns their `document_id`. */
export interface JointVersionPart extends Part {
  /** How many versions it must write; null: any number. */
  readonly expected: number | null;
}

/** Lowers the versions of plans as `lowerVersions` does for each: by the same parts for plans of one form. */
export function lowerJointVersions(
  parameters: Parameters,
  plans: readonly WritePlan[],
  conditions: readonly string[],
): readonly (Part | JointVersionPart)[] {
  const drawing = alikeBy(plans.filter(drawsIds), ({ type }) => type);
  const ids = drawing.map((ofType, index) => ({ name: `ids${index}`, text: lowerIds(parameters, ofType) }));
  const idsOf = new Map(drawing.map(([{ type }], index) => [type, `ids${index}`]));
  const parts = alikeBy(plans, formOf).flatMap((alike, form) => {
    const writing: JointWriting = {
      parameters,
      plans: alike,
      conditions,
      rows: new Rows(alike),
      ids: idsOf.get(alike[0].type) ?? '',
    };
    const parts = (alike[0]?.versions ?? []).flatMap((change, at) => lower(writing, change, at, `v${form}_`));
    const rows = writing.rows.part(parameters, `v${form}_rows`);
    return rows === null ? parts : [rows, ...parts];
  });
  return [...ids, ...parts];
}

const drawsIds = ({ versions }: WritePlan): boolean =>
  versions.some(({ op }) => op === 'insert' || op === 'publish');

/** Draws the numeric ids of new versions in the order of the plans, whatever their forms. */
function lowerIds(parameters: Parameters, plans: readonly WritePlan[]): string {
  const [first] = plans;
  if (first === undefined) throw new Error('no plans to draw ids for');
  const documents = parameters.addTexts(plans.map(({ documentId }) => documentId));
  const areTwo = parameters.add(
    plans.map(({ versions: [version] }) => version?.op === 'insert' && version.layers.length > 1),
    'boolean[]',
  );
  const id = nextIdOf(first.type);
  return `MATERIALIZED (SELECT document_id, ${id} AS id, CASE WHEN is_two THEN ${id} END AS second FROM unnest(${documents}, ${areTwo}) AS u(document_id, is_two))`;
}

interface JointWriting {
  readonly parameters: Parameters;
  /** Of one form. */
  readonly plans: readonly WritePlan[];
  readonly conditions: readonly string[];
  readonly rows: Rows;
  /** The part that has drawn ids for the plans' documents. */
  readonly ids: string;
}

/** What differs between the plans, as a table `u` with a row for each. */
class Rows {
  private readonly columns: { readonly type: string; readonly values: readonly (string | null)[] }[] = [];

  constructor(private readonly plans: readonly WritePlan[]) {}

  /** Returns the SQL of a value of the row. */
  add(type: string, valueOf: (plan: WritePlan) => string | null): string {
    return `u.c${this.columns.push({ type, values: this.plans.map(valueOf) }) - 1}`;
  }

  part(parameters: Parameters, name: string): Part | null {
    if (this.columns.length === 0) return null;
    const selected = this.columns.map(({ type }, index) => `c${index}::${type} AS c${index}`);
    const arrays = this.columns.map(({ values }) => parameters.add(values, 'text[]'));
    const aliases = this.columns.map((_, index) => `c${index}`);
    return {
      name,
      text: `MATERIALIZED (SELECT ${selected.join(', ')} FROM unnest(${arrays.join(', ')}) AS u(${aliases.join(', ')}))`,
    };
  }
}

function lower(
  writing: JointWriting,
  change: VersionChange,
  at: number,
  prefix: string,
): readonly (Part | JointVersionPart)[] {
  const name = `${prefix}${at}`;
  switch (change.op) {
    case 'insert':
      return lowerInserts(writing, change, name);
    case 'update':
      return [lowerUpdates(writing, change, at, name, prefix)];
    case 'publish':
      return lowerPublications(writing, change, at, name, prefix);
    case 'share':
      return [lowerShares(writing, change, at, name, prefix)];
    case 'remove':
      return [lowerRemovals(writing, change, name)];
    case 'discard':
      throw new Error('drafts are not discarded together');
  }
}

const versionOf = <Op extends VersionChange['op']>({ versions }: WritePlan, at: number): Of<Op> =>
  versions[at] as Of<Op>;

const typeOf = ({ plans: [first] }: JointWriting): ContentType => {
  if (first === undefined) throw new Error('no plans to lower');
  return first.type;
};

/** The published versions of types with drafts are copies of the drafts, as in `lowerInsert`. */
function lowerInserts(
  writing: JointWriting,
  { layers }: Of<'insert'>,
  name: string,
): readonly JointVersionPart[] {
  const { plans, parameters, conditions, ids } = writing;
  const type = typeOf(writing);
  const layer: Layer = layers.includes('draft') ? 'draft' : 'published';
  const columns = columnsOfVersions(type).filter(
    (column) => column.name !== draftColumns.publishedId && column.name !== draftColumns.hasChanges,
  );
  const rows = plans.map((plan) => rowOf(plan, versionOf<'insert'>(plan, 0), layer));
  const isBoth = layers.length > 1;
  const table = tableName(type);
  const names = [
    'id',
    ...(isBoth ? [draftColumns.publishedId] : []),
    ...columns.map((column) => column.name),
  ];
  const values = [
    'i.id',
    ...(isBoth ? ['i.second'] : []),
    ...columns.map(({ type: sqlType }, index) => `u.c${index}::${sqlType}`),
  ];
  const arrays = columns.map(({ valueOf }) =>
    parameters.add(
      rows.map((row) => textOf(valueOf(row))),
      'text[]',
    ),
  );
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const aliases = columns.map((_, index) => `c${index}`).join(', ');
  const first = {
    name,
    text: `(INSERT INTO ${table} AS t0 (${names.join(', ')}) SELECT ${values.join(', ')} FROM unnest(${arrays.join(', ')}) AS u(${aliases}) JOIN ${ids} i ON i.document_id = u.c${columns.findIndex((column) => column.name === 'document_id')}${where} RETURNING ${isBoth ? 't0.*' : 't0.document_id'})`,
    expected: plans.length,
  };
  if (!isBoth) return [first];
  const same = ['document_id', 'locale', 'created_at', 'updated_at', ...valueColumns(type)];
  const documents = parameters.add(
    rows.map(({ documentId }) => documentId),
    'text[]',
  );
  const times = parameters.add(
    plans.map((plan) => versionOf<'insert'>(plan, 0).publishedAt),
    'timestamptz[]',
  );
  const copy = {
    name: `${name}p`,
    text: `(INSERT INTO ${table} (id, status, published_at, ${same.join(', ')}) SELECT d.${draftColumns.publishedId}, ${literal('published')}, p.at, ${same.map((column) => `d.${column}`).join(', ')} FROM ${name} d JOIN unnest(${documents}, ${times}) AS p(document_id, at) ON p.document_id = d.document_id)`,
    expected: null,
  };
  return [first, copy];
}

const textOf = (value: string | number | boolean | null): string | null =>
  value === null ? null : String(value);

const rowOf = ({ documentId }: WritePlan, insert: Of<'insert'>, layer: Layer): NewVersion => ({
  documentId,
  layer,
  locale: insert.locale,
  createdAt: insert.createdAt,
  updatedAt: insert.updatedAt,
  publishedAt: layer === 'draft' ? null : insert.publishedAt,
  publishedId: null,
  hasChanges: false,
  isPublished: true,
  values: Object.fromEntries(insert.values),
});

/** Assigns the values that the changes at one place of the plans have. */
function assignedIn(writing: JointWriting, at: number): readonly Assignment[] {
  const type = typeOf(writing);
  const [first] = writing.plans;
  const names = first === undefined ? [] : [...versionOf<'update' | 'publish'>(first, at).values.keys()];
  const columns = new Map(valuesOf(type).map((column) => [column.attribute, column]));
  return names.map((name) => {
    const column = columns.get(name);
    if (column === undefined) throw new Error(`${type.uid} has no column for ${name}`);
    const value = writing.rows.add(column.type, (plan) =>
      column.textOf(versionOf<'update' | 'publish'>(plan, at).values.get(name)),
    );
    return { column: column.name, value };
  });
}

/** The rows of `u` and the versions that they name. */
function joined(
  { parameters, rows, conditions }: JointWriting,
  { layer, locale }: { readonly layer: Layer; readonly locale: string },
  prefix: string,
): string {
  const where = [
    `t0.document_id = ${rows.add('text', ({ documentId }) => documentId)}`,
    `t0.locale = ${parameters.add(locale, 'text')}`,
    `t0.status = ${literal(layer)}`,
    ...conditions,
  ];
  return `FROM ${prefix}rows u WHERE ${where.join(' AND ')}`;
}

/** See `VersionChange`. */
const movedOn = (rows: Rows, at: number): string =>
  `greatest(${rows.add('timestamptz', (plan) => versionOf<'update' | 'publish' | 'share'>(plan, at).updatedAt)}, ${later})`;

function lowerUpdates(
  writing: JointWriting,
  { layer, locale }: Of<'update'>,
  at: number,
  name: string,
  prefix: string,
): JointVersionPart {
  const { plans, rows } = writing;
  const set = [
    { column: 'updated_at', value: movedOn(rows, at) },
    ...assignedIn(writing, at),
    ...(layer === 'draft' ? [{ column: draftColumns.hasChanges, value: 'true' }] : []),
  ];
  const text = `(UPDATE ${tableName(typeOf(writing))} t0 SET ${setList(set)} ${joined(writing, { layer, locale }, prefix)} RETURNING t0.*)`;
  return { name, text, expected: plans.length };
}

function lowerPublications(
  writing: JointWriting,
  { locale, updatedAt }: Of<'publish'>,
  at: number,
  name: string,
  prefix: string,
): readonly JointVersionPart[] {
  const { plans, rows } = writing;
  const type = typeOf(writing);
  const table = tableName(type);
  const set = [
    ...(updatedAt === null ? [] : [{ column: 'updated_at', value: movedOn(rows, at) }]),
    ...assignedIn(writing, at),
    { column: draftColumns.hasChanges, value: 'false' },
    {
      column: draftColumns.publishedId,
      value: `coalesce(t0.${draftColumns.publishedId}, (SELECT i.id FROM ${writing.ids} i WHERE i.document_id = t0.document_id))`,
    },
  ];
  const from = joined(writing, { layer: 'draft', locale }, prefix);
  const publishedAt = rows.add('timestamptz', (plan) => versionOf<'publish'>(plan, at).publishedAt);
  const columns = valueColumns(type);
  const assignments = [
    { column: 'id', value: `d.${draftColumns.publishedId}` },
    ...copied(['document_id', 'locale'], 'd'),
    { column: 'status', value: literal('published') },
    ...copied(['created_at', 'updated_at'], 'd'),
    { column: 'published_at', value: 'd.quire_published_at' },
    ...copied(columns, 'd'),
  ];
  const replaced = copied(['created_at', 'updated_at', 'published_at', ...columns], 'excluded');
  return [
    {
      name,
      text: `(UPDATE ${table} t0 SET ${setList(set)} ${from} RETURNING t0.*, ${publishedAt} AS quire_published_at)`,
      expected: plans.length,
    },
    {
      name: `${name}p`,
      text: `(${insertion(table, assignments)} FROM ${name} d ON CONFLICT (document_id, locale, status) DO UPDATE SET ${setList(replaced)} RETURNING t0.document_id)`,
      expected: null,
    },
  ];
}

/** Copies shared values from the versions that the first part of the form returns. */
function lowerShares(
  writing: JointWriting,
  { locale, layers, attributes }: Of<'share'>,
  at: number,
  name: string,
  prefix: string,
): JointVersionPart {
  const { parameters, rows } = writing;
  const type = typeOf(writing);
  const set = [
    ...copied(attributes.map(columnName), 's'),
    ...valuesOf(type)
      .filter(({ attribute }) => attribute === 'updatedBy')
      .map((column) => ({
        column: column.name,
        value: rows.add(column.type, (plan) => versionOf<'share'>(plan, at).updatedBy),
      })),
    { column: 'updated_at', value: movedOn(rows, at) },
  ];
  const where = [
    `${rows.add('text', ({ documentId }) => documentId)} = s.document_id`,
    't0.document_id = s.document_id',
    `t0.locale <> ${parameters.add(locale, 'text')}`,
    ...ofLayers(type, layers),
    `(${attributes.map(differs).join(' OR ')})`,
  ];
  const text = `(UPDATE ${tableName(type)} t0 SET ${setList(set)} FROM ${prefix}0 s, ${prefix}rows u WHERE ${where.join(' AND ')} RETURNING t0.document_id)`;
  return { name, text, expected: null };
}

function lowerRemovals(
  writing: JointWriting,
  { layers, locale }: Of<'remove'>,
  name: string,
): JointVersionPart {
  const { parameters, plans } = writing;
  const type = typeOf(writing);
  const where = [
    `t0.document_id = ANY(${parameters.addTexts(plans.map(({ documentId }) => documentId))})`,
    ...(locale === null || !type.localized ? [] : [`t0.locale = ${parameters.add(locale, 'text')}`]),
    ...ofLayers(type, layers),
  ];
  const text = `(DELETE FROM ${tableName(type)} t0 WHERE ${where.join(' AND ')} RETURNING t0.document_id)`;
  return { name, text, expected: null };
}

/**
 * Returns the SQL of whether one of the documents has a unique value that the plan of another one writes. Whether it has given the value
 * up by then depends on the order of the plans, which one statement does not keep.
 */
export function lowerExchanges(parameters: Parameters, plans: readonly WritePlan[]): string {
  const exchanges = alikeBy(
    plans.filter((plan) => !isInsert(plan)),
    ({ type }) => type,
  ).flatMap(([{ type }]) => {
    const ofType = plans.filter((plan) => plan.type === type);
    return valuesOf(type).flatMap(({ attribute, name, type: sqlType, textOf: textIn }) => {
      const wanted = !isUnique(type.attributes.get(attribute))
        ? []
        : ofType.flatMap(({ documentId, versions }) => {
            const texts = versions.map((change) => textIn(writtenBy(change)?.get(attribute)));
            return texts.flatMap((text) => (text === null ? [] : [{ documentId, text }]));
          });
      if (wanted.length === 0) return [];
      const documents = parameters.addTexts(ofType.map(({ documentId }) => documentId));
      const owners = parameters.addTexts(wanted.map(({ documentId }) => documentId));
      const texts = parameters.addTexts(wanted.map(({ text }) => text));
      return `EXISTS (SELECT FROM ${tableName(type)} t0 JOIN unnest(${owners}, ${texts}) AS w(owner, value) ON t0.${name} = w.value::${sqlType} AND t0.document_id <> w.owner WHERE t0.document_id = ANY(${documents}))`;
    });
  });
  return exchanges.length === 0 ? 'false' : exchanges.join(' OR ');
}

function writtenBy(change: VersionChange): ReadonlyMap<string, Json> | null {
  if (change.op === 'publish') return change.unique;
  return 'values' in change ? change.values : null;
}
