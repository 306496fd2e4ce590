import type { SchemaChange, SchemaStore } from '../../../application/ports/schema-store.js';
import { failure } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { command, flag } from './command.js';
import { listed, printed, type Outcome } from './outcome.js';
import { printedTo } from './printed-to.js';
import { inSession } from './in-session.js';

const page = 'schema-changes';

export const schemaCommands = [
  command({
    name: 'schema status',
    options: { json: flag },
    summary: 'list what differs in the database',
    page,
    read: (_, { json }) =>
      inSession(async ({ schema }) => {
        const status = await schema.status();
        if (!status.ok) return status;
        return changes(status.value, json, 'The database fits the schema.');
      }),
  }),
  command({
    name: 'schema apply',
    options: { json: flag },
    summary: 'apply the changes that lose nothing',
    page,
    read: (_, { json }) =>
      inSession(async ({ schema }) => {
        const applied = await schema.apply();
        return applied.ok ? changes(applied.value, json, 'Nothing to apply.') : applied;
      }),
  }),
  command({
    name: 'schema graphql',
    options: { format: { value: 'v4|v5' } },
    summary: 'print the GraphQL schema, in the format of the settings or in this one',
    page: 'graphql',
    read(_, { format }) {
      if (format !== undefined && format !== 'v4' && format !== 'v5')
        return `--format must be v4 or v5, not ${JSON.stringify(format)}`;
      return async ({ app, printGraphql }) => {
        const text = await printGraphql(app, format);
        return text.ok ? printed(text.value) : text;
      };
    },
  }),
  command({
    name: 'schema openapi',
    operands: ['[FILE]'],
    options: { admin: flag },
    summary: 'print the description of the REST API (OpenAPI 3.1), or of the API of the admin page',
    page: 'openapi',
    read:
      ([file], { admin }) =>
      async ({ app, printOpenApi }) => {
        const text = await printOpenApi(app, admin ? 'admin' : 'content');
        return text.ok ? printedTo(file, text.value, 'The description is') : text;
      },
  }),
  command({
    name: 'schema drop',
    operands: ['[NAME…]'],
    options: { all: flag, yes: flag, json: flag },
    summary: 'remove leftover tables and columns, with their data',
    page,
    read(names, { all, yes, json }) {
      if (all && names.length > 0) return 'Give names or --all, not both';
      if (!all && names.length === 0)
        return 'Name what to drop, or --all; `quire schema status` lists what is left over';
      return inSession(({ schema }) => drop(schema, all ? 'all' : names, yes, json));
    },
  }),
];

const changes = (found: readonly SchemaChange[], asJson: boolean, whenEmpty: string): Result<Outcome> =>
  listed(
    found.map(({ kind, name, message }) => ({ kind, name, message })),
    asJson,
    whenEmpty,
  );

/** Drops leftover tables and columns. Only lists them without `isConfirmed`. */
async function drop(
  schema: SchemaStore,
  what: readonly string[] | 'all',
  isConfirmed: boolean,
  asJson: boolean,
): Promise<Result<Outcome>> {
  const counted = await schema.leftovers();
  if (!counted.ok) return counted;
  const leftovers = counted.value;
  const stray = what === 'all' ? undefined : what.find((name) => !leftovers.some((one) => one.name === name));
  if (stray !== undefined) return err(failure('INPUT.INVALID', notLeftOver(stray, leftovers)));
  const going = what === 'all' ? leftovers : leftovers.filter(({ name }) => what.includes(name));
  if (isConfirmed || going.length === 0) {
    const dropped = await schema.drop(what);
    if (!dropped.ok) return dropped;
    const gone = dropped.value.map(({ name, message }) => ({ kind: 'dropped', name, message }));
    return listed(gone, asJson, 'Nothing is left over.');
  }
  const rows = going.map(({ kind, name, values, message }) => ({ kind, name, values, message }));
  const shown = listed(rows, asJson, '');
  const note = 'Nothing was dropped yet. These would go, with their data; repeat with --yes to drop them.';
  return shown.ok ? ok({ ...shown.value, note, done: false }) : shown;
}

function notLeftOver(name: string, leftovers: readonly SchemaChange[]): string {
  const names = leftovers.map((one) => one.name);
  const choice = names.length === 0 ? 'nothing is' : `left over are: ${names.join(', ')}`;
  return `${JSON.stringify(name)} is not left over; ${choice}`;
}
