import { contentTypeOf, type ContentType, type Json, type Schema } from '../../domain/schema/schema.js';
import { localeType, userType } from '../../domain/schema/built-in-uids.js';
import { fileType } from '../../domain/schema/built-in-uids.js';
import { ok } from '../../domain/result.js';
import { usernameForm } from '../accounts/username-forms.js';
import type { AccessState } from '../ports/access-store.js';
import type { ArchivedVersion, ArchiveReader } from '../ports/archive-store.js';
import type { TransferSource } from '../transfer/transfer.js';
import { convertValues, type Conversion } from './convert-values.js';
import { isDropped } from './dropped-attributes.js';
import { withAddresses } from './file-plan.js';
import { Findings } from './findings.js';
import { accessOf } from './imported-access.js';
import { timesOf, type ImportPlan } from './plan-import.js';
import { dataOf } from './row-data.js';
import type { PlannedVersion, RowPlan } from './row-plan.js';

/** Makes a checked archive the source of a transfer. What its rows lose, `noteLosses` reports. */
export const archiveSource = (
  schema: Schema,
  plan: ImportPlan,
  tokens: AccessState['tokens'],
): TransferSource => {
  const reader = archiveReader(schema, plan);
  const access = accessOf(plan.roles, { tokens });
  return {
    archive: { read: (work) => work(reader), mark: async () => ok(null) },
    schema: { status: async () => ok([]) },
    values: { all: async () => ok([]) },
    access: { load: async () => ok(access), revision: async () => ok(access.revision) },
  };
};

/**
 * Reports what values lose when they are converted, and what is replaced in them. It is not done while they are written, as a
 * dry run writes none of them, and a run that goes on after another one not all.
 */
export function noteLosses(schema: Schema, plan: ImportPlan, findings: Findings): void {
  const convert = createConverter(schema, plan, findings);
  for (const [uid, rows] of plan.rows)
    for (const version of rows.all())
      if (version.layer === 'published' || !rows.isBothLayers(version.row))
        convert(contentTypeOf(schema, uid), rows, version);
}

/** Larger than those of stores, as each batch waits for a disk. */
const batchRows = 2_000;
const batchBytes = 4 * 1024 * 1024;

function archiveReader(schema: Schema, plan: ImportPlan): ArchiveReader {
  const convert = createConverter(schema, plan, new Findings());
  return {
    isSnapshot: true,
    inventory: async () => plan.inventory,
    counters: async () => ({ sequenceKey: 0, itemId: plan.content.lastItemId, versionIds: {} }),
    async *versions(type, after) {
      const rows = plan.rows.get(type.uid);
      if (rows === undefined) return;
      let batch: ArchivedVersion[] = [];
      let bytes = 0;
      for (let at = 0; at < rows.versions; at++) {
        const version = rows.version(at);
        // Whether two users have names that look alike depends on all of them.
        const isDone = version.id <= after;
        if (isDone && type.uid !== userType) continue;
        const converted = convert(type, rows, version);
        if (isDone) continue;
        batch.push(converted);
        bytes += rows.index.lengths[version.row] ?? 0;
        if (batch.length < batchRows && bytes < batchBytes) continue;
        yield batch;
        [batch, bytes] = [[], 0];
      }
      if (batch.length > 0) yield batch;
    },
    async *links(link, after) {
      const links = plan.links.get(link.name);
      const count = links?.inventory.rows ?? 0;
      for (let from = after; from < count; from += batchRows)
        yield links?.read(from, Math.min(count, from + batchRows)) ?? [];
    },
  };
}

type Convert = (type: ContentType, rows: RowPlan, version: PlannedVersion) => ArchivedVersion;

function createConverter(schema: Schema, plan: ImportPlan, findings: Findings): Convert {
  const { content, embedded, files } = plan;
  const forms = new Set<string>();
  let locale = '';
  const conversion: Conversion = {
    schema,
    dropped: isDropped,
    // All of these were reported when the archive was checked.
    unfit: () => {},
    changed: () => {},
    unknown: () => {},
    item: () => {},
    targets: (component, id, relation) => embedded.targets(component, id, relation, { locale, findings }),
  };
  return (type, rows, version) => {
    const { index } = rows;
    const { row, layer } = version;
    locale = index.localeOf(row);
    const own = convertValues(conversion, type, dataOf(content.rows, index, row));
    const shared = sharedValues(plan, type, rows, version, conversion, own, findings);
    const times = timesOf(index, row);
    const publishedAt = layer === 'draft' ? null : times.publishedAt;
    return {
      id: version.id,
      documentId: index.documentIdOf(row),
      locale,
      layer,
      createdAt: new Date(times.createdAt).toISOString(),
      updatedAt: new Date(times.updatedAt).toISOString(),
      publishedAt: publishedAt === null ? null : new Date(publishedAt).toISOString(),
      publishedId: version.publishedId,
      hasChanges: version.hasChanges,
      isPublished: version.isPublished,
      values: withNewAddresses(finished(plan, type, shared, forms), files.addresses, findings),
    };
  };
}

/** Takes what all locales share from the row that decides, if this one disagrees. */
function sharedValues(
  plan: ImportPlan,
  type: ContentType,
  rows: RowPlan,
  { row }: PlannedVersion,
  conversion: Conversion,
  values: ArchivedVersion['values'],
  findings: Findings,
): ArchivedVersion['values'] {
  const { index } = rows;
  if (!type.localized) return values;
  const decisive = rows.decisiveRow(row);
  if (decisive < 0 || index.sharedHashes[decisive] === index.sharedHashes[row]) return values;
  findings.lost('Translations with other values of attributes that all locales share', index.nameOf(row));
  const scalarsOnly: Conversion = { ...conversion, targets: () => [] };
  const theirs = convertValues(scalarsOnly, type, dataOf(plan.content.rows, index, decisive));
  const merged: [string, Json][] = [...type.attributes.values()].flatMap((attribute): [string, Json][] => {
    const from = attribute.kind === 'scalar' && !attribute.localized ? theirs : values;
    const value = from[attribute.name];
    return value === undefined ? [] : [[attribute.name, value]];
  });
  return Object.fromEntries(merged);
}

/** Sets what the server keeps beside the exported values of its own types. */
function finished(
  { files, defaultLocale, content }: ImportPlan,
  type: ContentType,
  values: ArchivedVersion['values'],
  forms: Set<string>,
): ArchivedVersion['values'] {
  switch (type.uid) {
    case fileType:
      return files.record(values);
    case localeType:
      return values['code'] === defaultLocale ? { ...values, defaultSince: content.createdAt } : values;
    case userType:
      return userValues(type, values, forms);
    default:
      return values;
  }
}

/** Two users whose names look alike keep their names; only the first has a form, which is unique. */
function userValues(
  type: ContentType,
  values: ArchivedVersion['values'],
  forms: Set<string>,
): ArchivedVersion['values'] {
  const { username, email } = values;
  const form = typeof username === 'string' ? usernameForm(username) : null;
  const all: Record<string, Json> = { ...values };
  if (typeof email === 'string') all['email'] = email.toLowerCase();
  if (form !== null && !forms.has(form)) all['usernameForm'] = form;
  if (form !== null) forms.add(form);
  return Object.fromEntries(
    [...type.attributes.keys()].flatMap((name): [string, Json][] => {
      const value = all[name];
      return value === undefined || isDropped(userType, name) ? [] : [[name, value]];
    }),
  );
}

function withNewAddresses(
  values: ArchivedVersion['values'],
  addresses: ReadonlyMap<string, string>,
  findings: Findings,
): ArchivedVersion['values'] {
  if (addresses.size === 0) return values;
  const replaced = (): void =>
    findings.note('Texts in which addresses of files were replaced by their new ones');
  return withAddresses(values, addresses, replaced) as ArchivedVersion['values'];
}
