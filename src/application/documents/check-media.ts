import { textOf } from '../../domain/document/text-of.js';
import { compare } from '../../domain/query/compare.js';
import { fileType } from '../../domain/schema/built-in-uids.js';
import type { Input } from '../../domain/document/input.js';
import { checkKinds, limitedLinks, type LinkedFile } from '../../domain/media/limited-links.js';
import {
  decideLink,
  systemPrincipal,
  unlimited,
  type Principal,
} from '../../domain/permission/permission.js';
import { planPermitted } from '../../domain/plan/plan-read.js';
import { err, ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type Shaped } from '../../domain/schema/schema.js';
import { defaultLimits } from './limits.js';
import type { DocumentsDependencies } from './use-cases.js';

/**
 * Whether the files that a (resolved) input links are of the kinds that their attributes take. They are files that the
 * writer may link (`checkLinked`); a refusal names them where the writer may also see their names and types.
 */
export async function checkMedia(
  dependencies: DocumentsDependencies,
  principal: Principal,
  shaped: Shaped,
  input: Input,
): Promise<Result<null>> {
  const links = [...limitedLinks(dependencies.schema, shaped, input)];
  if (links.length === 0) return ok(null);
  const distinct = new Set(links.flatMap(({ documentIds }) => documentIds));
  const files = await readFiles(dependencies, [...distinct]);
  if (!files.ok) return files;
  const fields =
    decideLink(principal, contentTypeOf(dependencies.schema, fileType), 'published')?.fields ?? null;
  const isShown = fields === null || (fields.has('name') && fields.has('mime'));
  const refused = checkKinds(links, files.value, isShown);
  return refused === null ? ok(null) : err(refused);
}

async function readFiles(
  { schema, store, limits = defaultLimits }: DocumentsDependencies,
  documentIds: readonly string[],
): Promise<Result<ReadonlyMap<string, LinkedFile>>> {
  const query = {
    type: fileType,
    action: 'find' as const,
    filters: compare('documentId', '$in', documentIds),
    fields: ['documentId', 'name', 'mime'],
    range: { offset: 0, limit: null },
    count: false,
    layer: 'published' as const,
    locale: '*',
  };
  const own = { ...limits, rows: Math.max(limits.rows, documentIds.length) };
  const plan = planPermitted(schema, query, systemPrincipal, unlimited, own);
  if (!plan.ok) return plan;
  const read = await store.read(plan.value);
  if (!read.ok) return read;
  const files = read.value.documents().map((file) => {
    return [textOf(file['documentId']), { name: textOf(file['name']), mime: textOf(file['mime']) }] as const;
  });
  return ok(new Map(files));
}
