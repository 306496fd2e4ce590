import type { Answer } from '../../../application/documents/documents.js';
import type { Document } from '../../../application/ports/document-store.js';
import { failure } from '../../../domain/failure.js';
import { codePrincipal } from '../../../domain/permission/permission.js';
import { equals } from '../../../domain/query/compare.js';
import type { Selection } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { AppError, valueOf } from '../app-error.js';
import { onlyOne, orNull } from '../answered.js';
import { rowKeys, rowsOf, type RowKey } from './row-keys.js';
import type { Params, RowsDependencies, RowWrites } from './row-query.js';
import { findAll } from './find-all.js';
import { presentRow } from './present-rows.js';
import { readRowData, type RowData } from './read-row-data.js';
import { shownIn } from './read-selection.js';
import { isEmptyWhere } from './read-where.js';

const first = { offset: 0, limit: 1 };
const every = { offset: 0, limit: null };

export function createRowWrites(dependencies: RowsDependencies, type: ContentType): RowWrites {
  return { ...createSingleWrites(dependencies, type), ...createManyWrites(dependencies, type) };
}

type SingleWrites = Pick<RowWrites, 'create' | 'update' | 'delete'>;

function createSingleWrites(dependencies: RowsDependencies, type: ContentType): SingleWrites {
  const { schema, documents } = dependencies;
  const firstMatch = async (method: string, params: Params): Promise<RowKey | undefined> => {
    checkWhere(method, params);
    return (await rowKeys(dependencies, type, params, first))[0];
  };
  return {
    async create(params) {
      const row = readRowData(schema, type, params['data'], 'create');
      const shown = shownIn(schema, type, params);
      return presentRow(onlyOne(valueOf(await insertRow(dependencies, type, row, shown))), shown);
    },
    async update(params) {
      const row = readRowData(schema, type, params['data'], 'update');
      const shown = shownIn(schema, type, params);
      const key = await firstMatch('update', params);
      if (key === undefined) return null;
      const updated = orNull(await updateRow(dependencies, type, key, row, shown));
      return updated && presentRow(onlyOne(updated), shown);
    },
    async delete(params) {
      const shown = shownIn(schema, type, params);
      const key = await firstMatch('delete', params);
      if (key === undefined) return null;
      const query = { ...rowsOf(type), ...shown, filters: equals('id', key.id), range: first, count: false };
      const [row] = (await findAll(documents, query)).documents;
      valueOf(await removeRow(dependencies, type, key));
      return row === undefined ? null : presentRow(row, shown);
    },
  };
}

type ManyWrites = Pick<RowWrites, 'createMany' | 'updateMany' | 'deleteMany'>;

function createManyWrites(dependencies: RowsDependencies, type: ContentType): ManyWrites {
  const { schema, units } = dependencies;
  const together = async <T>(work: () => Promise<T>): Promise<T> =>
    valueOf(await units.run(async () => ok(await work())));
  return {
    async createMany({ data }) {
      if (!Array.isArray(data) || data.length === 0)
        throw refused('createMany expects data, which is a list of objects');
      const rows = data.map((each) => withoutRelations(type, readRowData(schema, type, each, 'create')));
      return together(async () => {
        const ids: number[] = [];
        for (const row of rows) {
          const made = onlyOne(valueOf(await insertRow(dependencies, type, row, idOnly)));
          ids.push(made['id'] as number);
        }
        return { count: ids.length, ids };
      });
    },
    async updateMany(params) {
      const row = withoutRelations(type, readRowData(schema, type, params['data'], 'update'));
      if (Object.keys(row.data).length + Object.keys(row.times).length === 0)
        throw refused('updateMany expects data with an attribute to change');
      const kept = { ...row, times: { updatedAt: null, ...row.times } };
      const change = async (key: RowKey): Promise<boolean> =>
        orNull(await updateRow(dependencies, type, key, kept, idOnly)) !== null;
      return together(() => forEachRow(dependencies, type, params, change));
    },
    deleteMany(params = {}) {
      const remove = async (key: RowKey): Promise<boolean> => {
        valueOf(await removeRow(dependencies, type, key));
        return true;
      };
      return together(() => forEachRow(dependencies, type, params, remove));
    },
  };
}

const idOnly: Selection = { fields: ['id'] };

/** Writes one row after the other. Those that another writer has removed meanwhile do not count. */
async function forEachRow(
  dependencies: RowsDependencies,
  type: ContentType,
  params: Params,
  write: (key: RowKey) => Promise<boolean>,
): Promise<{ readonly count: number }> {
  let count = 0;
  for (const key of await rowKeys(dependencies, type, params, every)) if (await write(key)) count++;
  return { count };
}

const withoutRelations = ({ attributes }: ContentType, row: RowData): RowData => ({
  ...row,
  data: Object.fromEntries(
    Object.entries(row.data).filter(([name]) => attributes.get(name)?.kind !== 'relation'),
  ),
});

async function insertRow(
  dependencies: RowsDependencies,
  type: ContentType,
  { data, documentId, locale, times, isDraft }: RowData,
  answer: Selection,
): Promise<Result<Answer>> {
  const layer = type.draftAndPublish && isDraft ? ('draft' as const) : ('published' as const);
  if (documentId !== undefined) {
    const taken = await versionsOf(dependencies, type, documentId, locale);
    if (taken.length > 0) return err(failure('INPUT.INVALID', `A row of the document ${documentId} exists`));
  }
  const created = await dependencies.documents.create(codePrincipal, {
    kind: 'create',
    type: type.uid,
    layer,
    row: times,
    data,
    answer,
    ...(documentId !== undefined && { documentId }),
    ...(locale !== undefined && { locale }),
  });
  return created;
}

/** The rows of a document in a locale. */
async function versionsOf(
  dependencies: RowsDependencies,
  type: ContentType,
  documentId: string,
  locale: string | undefined,
): Promise<readonly Document[]> {
  const { documents } = dependencies;
  const query = { ...rowsOf(type), documentId, fields: ['id'], range: every, count: false };
  const { locale: _any, ...inDefault } = query;
  const asked = type.localized ? { ...inDefault, ...(locale !== undefined && { locale }) } : query;
  return (await findAll(documents, asked)).documents;
}

function updateRow(
  { documents }: RowsDependencies,
  type: ContentType,
  { id: _id, ...address }: RowKey,
  { data, times, isDraft }: RowData,
  answer: Selection,
): Promise<Result<Answer>> {
  if (
    type.draftAndPublish &&
    (isDraft || times.publishedAt !== undefined) &&
    isDraft !== (address.layer === 'draft')
  )
    throw refused(
      `publishedAt of a row cannot ${isDraft ? 'become null' : 'be set on a draft'}: use documents('${type.uid}').${isDraft ? 'unpublish' : 'publish'}()`,
    );
  return documents.update(codePrincipal, {
    kind: 'update',
    type: type.uid,
    ...address,
    row: times,
    data,
    answer,
  });
}

const removeRow = (
  { documents }: RowsDependencies,
  type: ContentType,
  { id: _id, layer, ...address }: RowKey,
): Promise<Result<unknown>> =>
  documents.delete(codePrincipal, {
    kind: 'delete',
    type: type.uid,
    ...address,
    ...(type.draftAndPublish && { layer }),
  });

/** Without a condition, the first row of all would be meant, which nobody intends. */
function checkWhere(method: string, { where, filters }: Params): void {
  if (isEmptyWhere(where) && isEmptyWhere(filters)) throw refused(`${method} requires a where parameter`);
}

const refused = (message: string): AppError => new AppError(failure('INPUT.INVALID', message));
