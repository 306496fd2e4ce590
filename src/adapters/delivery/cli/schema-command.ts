import type { SchemaChange, SchemaStore } from '../../../application/ports/schema-store.js';
import { failure } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { listed, type Outcome } from './outcome.js';
import type { Command } from './parse-command.js';

export type SchemaCommand = Extract<Command, { name: 'schema status' | 'schema apply' | 'schema drop' }>;

/** Commands over the stored tables. */
export async function schemaCommand(command: SchemaCommand, schema: SchemaStore): Promise<Result<Outcome>> {
  switch (command.name) {
    case 'schema status': {
      const status = await schema.status();
      return status.ok ? changes(status.value, command.json, 'The database fits the schema.') : status;
    }
    case 'schema apply': {
      const applied = await schema.apply();
      return applied.ok ? changes(applied.value, command.json, 'Nothing to apply.') : applied;
    }
    case 'schema drop':
      return drop(command, schema);
  }
}

const changes = (found: readonly SchemaChange[], json: boolean, whenEmpty: string): Result<Outcome> =>
  listed(
    found.map(({ kind, name, message }) => ({ kind, name, message })),
    json,
    whenEmpty,
  );

/** Nothing goes that was not named, shown, and then asked for once more with `--yes`. */
async function drop(
  { what, yes, json }: Extract<Command, { name: 'schema drop' }>,
  schema: SchemaStore,
): Promise<Result<Outcome>> {
  const status = await schema.status();
  if (!status.ok) return status;
  const leftovers = status.value.filter(({ kind }) => kind === 'leftover');
  const stray = what === 'all' ? undefined : what.find((name) => !leftovers.some((one) => one.name === name));
  if (stray !== undefined) return err(failure('INPUT.INVALID', notLeftOver(stray, leftovers)));
  const going = what === 'all' ? leftovers : leftovers.filter(({ name }) => what.includes(name));
  if (yes || going.length === 0) {
    const dropped = await schema.drop(what);
    if (!dropped.ok) return dropped;
    const gone = dropped.value.map(({ name, message }) => ({ kind: 'dropped', name, message }));
    return listed(gone, json, 'Nothing is left over.');
  }
  const shown = changes(going, json, '');
  const note = 'Nothing was dropped yet. These would go, with their data; repeat with --yes to drop them.';
  return shown.ok ? ok({ ...shown.value, note, done: false }) : shown;
}

function notLeftOver(name: string, leftovers: readonly SchemaChange[]): string {
  const names = leftovers.map((one) => one.name);
  const choice = names.length === 0 ? 'nothing is' : `left over are: ${names.join(', ')}`;
  return `${JSON.stringify(name)} is not left over; ${choice}`;
}
