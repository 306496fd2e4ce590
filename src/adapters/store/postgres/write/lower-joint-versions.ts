import type { VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';

import { valuesOf } from '../archive/lower-insertion.js';
import { draftColumns, columnName, tableName } from '../layout.js';
import { literal, type Parameters, type Part } from '../statement.js';
import {
  drawsIds,
  lowerIds,
  Rows,
  typeOf,
  versionOf,
  type JointVersionPart,
  type JointWriting,
  type Of,
} from './joint-rows.js';
import { alikeBy, formOf } from './joint-write.js';
import { lowerInserts } from './lower-joint-inserts.js';
import { differs, later, ofLayers } from './lower-versions.js';
import { copied, insertion, setList, valueColumns, type Assignment } from './version-part.js';

/** Lowers the versions of plans as `lowerVersions` does for each: by the same parts for plans of one form. */
export function lowerJointVersions(
  parameters: Parameters,
  plans: readonly WritePlan[],
  conditions: readonly string[],
): readonly (Part | JointVersionPart)[] {
  const drawing = alikeBy(plans.filter(drawsIds), ({ type }) => type);
  const ids = drawing.map((ofType, index) => ({
    name: `quire_ids${index}`,
    text: lowerIds(parameters, ofType),
  }));
  const idsOf = new Map(drawing.map(([{ type }], index) => [type, `quire_ids${index}`]));
  const parts = alikeBy(plans, formOf).flatMap((alike, form) => {
    const writing: JointWriting = {
      parameters,
      plans: alike,
      conditions,
      rows: new Rows(alike),
      ids: idsOf.get(alike[0].type) ?? '',
    };
    const parts = (alike[0]?.versions ?? []).flatMap((change, at) =>
      lower(writing, change, at, `quire_v${form}_`),
    );
    const rows = writing.rows.part(parameters, `quire_v${form}_rows`);
    return rows === null ? parts : [rows, ...parts];
  });
  return [...ids, ...parts];
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
