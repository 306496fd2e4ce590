import type { Response } from 'express';
import { recordOf } from '../../../../application/observations/request-record.js';
import { failure } from '../../../../domain/failure.js';
import { reason } from '../../../../domain/reason/reason.js';
import { compare } from '../../../../domain/query/compare.js';
import type { Query } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { Attribute, ContentType, Scalar } from '../../../../domain/schema/schema.js';
import { csvType } from '../../codec/csv.js';
import { writeText } from '../../codec/write-text.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import { linksInExport, mostExported, mostNamed } from '../contract/limits.js';
import type { ExportBody } from '../contract/lists.js';
import { judgeAgain } from '../guard.js';
import { columnsOf, selectionOf } from './columns.js';
import { keyOf, rowsOf, writerOf, type Exported } from './exported-rows.js';
import { decodeList } from './list.js';

interface Asked extends Exported {
  readonly query: Query;
}

/**
 * Answers entries of a list as a file, page by page as fast as the browser takes it, with what the list shows of each under the
 * same grants. A failure after the first page breaks the connection off.
 */
export async function exportRows(
  dependencies: AdminDependencies,
  call: Call<ExportBody>,
): Promise<Result<Reply<undefined>>> {
  const asked = decode(dependencies, call);
  if (!asked.ok) return asked;
  const { type, columns, query } = asked.value;
  const { req, res, principal } = call;
  const { format } = call.body;
  const count = await dependencies.documents.count(principal, query);
  if (!count.ok) return count;
  if (count.value > mostExported)
    return err(failure('INPUT.MISMATCH', reason('export.tooMany', { max: mostExported })));
  const names = columns.map(keyOf);
  const writer = writerOf(format, asked.value);
  let isBegun = false;
  const judge = judgeAgain(dependencies, call);
  for await (const page of dependencies.wholeLists({ principal, judge }, query)) {
    const rows = page.ok ? await rowsOf(dependencies, asked.value, page.value.answer) : page;
    if (!rows.ok) {
      if (!isBegun) return rows;
      recordOf(req)?.refused(rows.failure.code);
      res.destroy();
      return ok({ isSent: true });
    }
    if (!isBegun) {
      const subject = `${format}: ${count.value} entries`;
      await dependencies.audit?.record(principal, { action: 'export', type: type.uid, subject, names });
      begin(res, type, format);
    }
    if (!(await writeText(res, writer.write(rows.value, !isBegun)))) return ok({ isSent: true });
    isBegun = true;
  }
  res.end(writer.end);
  return ok({ isSent: true });
}

function decode(dependencies: AdminDependencies, call: Call<ExportBody>): Result<Asked> {
  const { ids, columns: given } = call.body;
  if (ids !== undefined && (ids.length === 0 || ids.length > mostNamed))
    return err(failure('INPUT.INVALID', `Give 1 to ${mostNamed} ids`, { key: 'ids' }));
  const list = decodeList(dependencies, call);
  if (!list.ok) return list;
  const { type, attributes, query } = list.value;
  const { schema } = dependencies;
  const columns = columnsOf(schema, call.principal, attributes, given, isScalar);
  if (!columns.ok) return columns;
  const shown = selectionOf(schema, call.principal, type, attributes, columns.value, linksInExport);
  const named = ids === undefined ? [] : [compare('documentId', '$in', ids)];
  const filters = [...(query.filters === undefined ? [] : [query.filters]), ...named];
  const sort = query.sort ?? [{ path: ['updatedAt'], direction: 'desc' as const }];
  return ok({
    type,
    // What every row begins with is no column.
    columns: columns.value.filter((column) => !(column.kind === 'scalar' && beginning.has(column.name))),
    query: {
      ...query,
      ...shown,
      sort,
      ...(filters.length > 0 && { filters: { kind: 'and', filters } }),
    },
  });
}

const isScalar = (attribute: Attribute): attribute is Scalar => attribute.kind === 'scalar';

const beginning: ReadonlySet<string> = new Set(['id', 'documentId', 'locale']);

function begin(res: Response, { pluralName }: ContentType, format: ExportBody['format']): void {
  res.statusCode = 200;
  res.setHeader('Content-Type', `${format === 'csv' ? csvType : 'application/json'}; charset=utf-8`);
  res.setHeader('Content-Disposition', `attachment; filename="${pluralName}.${format}"`);
  // For nginx, which would keep the whole answer back.
  res.setHeader('X-Accel-Buffering', 'no');
  res.emit('answered');
}
