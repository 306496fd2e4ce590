import { notFound } from '../../../../domain/failure.js';
import { filterFor, type Principal } from '../../../../domain/permission/permission.js';
import type { Query } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { fileType, userType } from '../../../../domain/schema/built-in-uids.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';
import { decodeListQuery } from '../../codec/decode-query.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import { GrantCount } from '../contract/grants.js';
import { filters, status, text } from '../query.js';
import { allOf, route, type Route } from '../route.js';

/** Content-types whose entries administrators can list. */
function listedType(schema: Schema, uid: unknown): ContentType | undefined {
  const type = typeof uid === 'string' ? schema.contentTypes.get(uid) : undefined;
  return type?.exposed === true || type?.uid === fileType || type?.uid === userType ? type : undefined;
}

/** Counts the entries that the administrator may read, and those of them that match the condition. */
async function countRows(
  { schema, documents, options }: AdminDependencies,
  { principal, asked }: Call,
  isOfAdministrators: boolean,
): Promise<Result<Reply<GrantCount>>> {
  const { type: uid, ...given } = asked;
  const type = listedType(schema, uid);
  if (type === undefined) return err(notFound);
  const decoded = decodeListQuery(
    type.uid,
    { status: 'draft', ...given, pagination: { pageSize: '1', count: 'estimated' } },
    options.paging,
  );
  if (!decoded.ok) return decoded;
  const { filters: condition, ...all } = {
    ...decoded.value.query,
    fields: ['documentId'],
    ...(type.localized && { locale: '*' }),
  };
  const count = (query: Query) => counted(documents, principal, query);
  const total = await count(all);
  if (!total.ok || condition === undefined)
    return total.ok ? ok({ data: { matching: total.value, total: total.value } }) : total;
  // A user of the content is nobody here.
  if (!isOfAdministrators && JSON.stringify(given).includes('"$me"'))
    return ok({ data: { matching: null, total: total.value } });
  const filter = filterFor(principal, { fields: null, filter: condition });
  const matching = await count({ ...all, ...(filter !== null && { filters: filter }) });
  return matching.ok ? ok({ data: { matching: matching.value, total: total.value } }) : matching;
}

async function counted(
  documents: AdminDependencies['documents'],
  principal: Principal,
  query: Query,
): Promise<Result<number>> {
  const found = await documents.find(principal, query);
  return found.ok ? ok(found.value.answer.total ?? 0) : found;
}

/** The count for roles of one area. */
export const grantCountRoute = (area: string, path: string, isOfAdministrators: boolean): Route =>
  route({
    method: 'GET',
    path: `${path}/count`,
    summary: 'Count the entries that a condition of a grant covers',
    about: `Of those that the administrator who asks may read. ${
      isOfAdministrators
        ? '`$me` is the administrator who asks.'
        : '`matching` is null if the condition has `$me`, as it depends on the user.'
    }`,
    needs: allOf('update', area),
    query: [text('type', 'The uid of the content-type.'), filters, status],
    gives: GrantCount,
    also: [404],
    run: (dependencies, call) => countRows(dependencies, call, isOfAdministrators),
  });
