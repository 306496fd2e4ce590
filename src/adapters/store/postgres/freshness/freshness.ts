import type { Deadline } from '../../../../application/ports/document-store.js';
import type { Freshness, Mark } from '../../../../application/ports/freshness.js';
import type { Footprint } from '../../../../domain/plan/footprint.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Connection, Queryable } from '../connection.js';
import { attempt } from '../database-error.js';
import { linkTableName, linkTableOf, tableName, tableOf } from '../layout.js';
import { isOutOfReach } from '../schema/schema-transaction.js';
import {
  checkText,
  foldText,
  forgetSeenText,
  forgetText,
  hasAllTriggers,
  installation,
  isLeftText,
  isUnfoldedText,
  removal,
  seenText,
  stateText,
  turnText,
  unwatchText,
  watchedText,
  watchText,
  type WatchedTable,
} from './touch-statements.js';

/** The record of the schema: a change of the schema updates it, and may change answers without writing to a row. */
const schemaTable = 'quire_schema';

/** Marks are snapshots of the database; triggers note the transactions that write (docs/read-cache.md). */
export function createFreshness(connection: Connection, schema: Schema): Freshness {
  const tables: readonly WatchedTable[] = [
    ...[...schema.contentTypes.values()].map((type) => ({ name: tableOf(type), hasVersions: true })),
    ...schema.links.map((link) => ({ name: linkTableOf(link), hasVersions: false })),
    { name: schemaTable, hasVersions: false },
  ];
  const check = (
    parts: Parts,
    taken: SnapshotMark | null,
    deadline: Deadline | undefined,
  ): Promise<Result<Mark | null>> =>
    attempt(async () => {
      const { footprint, names, statuses } = parts;
      const { snapshot = null, relations = null, server = null } = taken ?? {};
      const values = [names, statuses, snapshot, relations, server];
      const [row] = await connection.query<CheckRow>({ text: checkText, values }, deadline?.signal);
      if (row === undefined) return ok(taken);
      return ok(row.relations.includes('NULL') ? null : { footprint, names, statuses, ...row });
    });
  return {
    mark: (footprint, deadline) => check(partsOf(footprint), null, deadline),
    renew: (mark, deadline) => check(mark as SnapshotMark, mark as SnapshotMark, deadline),
    watch: () =>
      attempt(async () => {
        await connection.query({ text: seenText });
        await connection.query({ text: forgetText });
        for (const state of await readTables(connection, tables))
          if (!state.watched || !hasAllTriggers(state.triggers))
            await install(connection, tables, state.name);
        return ok((await readTables(connection, tables)).every(({ watched }) => watched));
      }),
    fold: () =>
      attempt(async () => {
        const [found] = await connection.query<{ unfolded: boolean }>({ text: isUnfoldedText });
        if (found?.unfolded === true) await inTurn(connection, ({ query }) => query({ text: foldText }));
        return ok(undefined);
      }),
    unwatch: () => attempt(async () => ok(await unwatch(connection))),
  };
}

/** Lists are arrays in the notation of PostgreSQL, so that they are not written anew for each check. */
interface Parts {
  readonly footprint: Footprint;
  /** The quoted tables, once for each layer that is read. */
  readonly names: string;
  /** The layer of each, empty for tables without. */
  readonly statuses: string;
}

interface CheckRow {
  /** The oids; NULL for a table that is not watched. */
  readonly relations: string;
  readonly server: string;
  readonly snapshot: string;
}

type SnapshotMark = Parts & CheckRow;

function partsOf(footprint: Footprint): Parts {
  const versions = [...footprint.types].flatMap(([type, layers]) =>
    [...layers].map((layer) => [tableName(type), layer] as const),
  );
  const links = [...footprint.links].map((link) => [linkTableName(link), ''] as const);
  const parts = [...versions, ...links, [schemaTable, ''] as const];
  return {
    footprint,
    names: arrayOf(parts.map(([name]) => name)),
    statuses: arrayOf(parts.map(([, status]) => status)),
  };
}

const arrayOf = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

interface TableState {
  readonly name: string;
  readonly relation: string;
  readonly triggers: readonly string[];
  readonly watched: boolean;
}

const readTables = (connection: Queryable, tables: readonly WatchedTable[]): Promise<readonly TableState[]> =>
  connection.query<TableState>({ text: stateText, values: [tables.map(({ name }) => name)] });

/** A table that is in use is not watched yet: all other writers would wait behind this lock. */
const install = (connection: Connection, tables: readonly WatchedTable[], name: string): Promise<void> =>
  inTurn(connection, async ({ query }) => {
    const wanted = tables.find((table) => table.name === name);
    const [found] = await readTables({ query }, wanted ? [wanted] : []);
    if (wanted === undefined || found === undefined) return;
    for (const text of installation(wanted, found.triggers)) await query({ text });
    await query({ text: watchText, values: [found.relation] });
  });

/** A server with a cache that was silent for an hour finds its tables unwatched, and watches them again. */
async function unwatch(connection: Connection): Promise<void> {
  const isLeft = async ({ query }: Queryable): Promise<boolean> =>
    (await query({ text: isLeftText })).length > 0;
  if (!(await isLeft(connection))) return;
  const readWatched = () => connection.query<Pick<TableState, 'name' | 'relation'>>({ text: watchedText });
  for (const { name, relation } of await readWatched())
    await inTurn(connection, async (transaction) => {
      if (!(await isLeft(transaction))) return;
      for (const text of removal(name)) await transaction.query({ text });
      await transaction.query({ text: unwatchText, values: [relation] });
    });
  if ((await readWatched()).length === 0) await connection.query({ text: forgetSeenText });
}

/** Does nothing if another process has the turn, if a lock is not free soon, or if the table belongs to somebody else. */
async function inTurn(
  connection: Connection,
  work: (transaction: Queryable) => Promise<unknown>,
): Promise<void> {
  try {
    await connection.transaction(async (transaction) => {
      const [turn] = await transaction.query<{ mine: boolean }>({ text: turnText });
      if (turn?.mine !== true) return;
      await transaction.query({ text: `SET LOCAL lock_timeout = '200ms'` });
      await work(transaction);
    });
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
  }
}
