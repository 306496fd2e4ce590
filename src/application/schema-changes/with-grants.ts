import { ok, type Result } from '../../domain/result.js';
import type { AccessState, AccessStore } from '../ports/access-store.js';
import type { SchemaChange, SchemaStore } from '../ports/schema-store.js';
import { chooseLeftovers, dropped } from './leftovers.js';
import { goneFrom, isInSchema, takeGrantsBack, type LeftoverReading, type Named } from './leftover-grants.js';

/**
 * A schema store that also drops the grants on a dropped content-type or attribute, so that a new one of the same name
 * does not inherit them. Until then grants are kept like the data, and listed as leftovers; a schema file that comes
 * back has its grants again.
 */
export const withGrants = (
  schema: SchemaStore,
  access: AccessStore,
  reading: LeftoverReading,
): SchemaStore => ({
  status: () => status(() => schema.status(), access, reading),
  plan: (planned) => status(() => schema.plan(planned), access, { ...reading, schema: planned }),
  apply: (signal) => schema.apply(signal),
  drop: (names) => drop(schema, access, reading, names),
  async leftovers() {
    const counted = await schema.leftovers();
    const all = await status(() => schema.status(), access, reading);
    if (!counted.ok) return counted;
    if (!all.ok) return all;
    const known = new Set(counted.value.map(({ name }) => name));
    const others = all.value.filter(({ kind, name }) => kind === 'leftover' && !known.has(name));
    return ok([...counted.value, ...others.map((one) => ({ ...one, values: 0 }))]);
  },
});

async function status(
  find: SchemaStore['status'],
  access: AccessStore,
  reading: LeftoverReading,
): Promise<Result<readonly SchemaChange[]>> {
  const found = await find();
  // Before the first start, or the first start of a new version, the tables of access may not exist.
  if (!found.ok || found.value.some(({ kind, name }) => kind !== 'leftover' && name.startsWith('quire_')))
    return found;
  const state = await access.load();
  return state.ok ? ok([...found.value, ...leftoverGrants(reading, state.value)]) : state;
}

/** Returns one leftover for each content-type or attribute that grants name and the schema lacks. */
function leftoverGrants(reading: LeftoverReading, { roles, tokens }: AccessState): readonly SchemaChange[] {
  const holders = [
    ...roles.map(({ name, grants }) => ({ holder: name, grants })),
    ...tokens.map(({ name, grants }) => ({ holder: `token ${JSON.stringify(name)}`, grants })),
  ];
  const found = new Map<string, { readonly about: Named; readonly holders: Set<string> }>();
  for (const { holder, grants } of holders)
    for (const grant of grants) {
      const about = goneFrom(reading, grant);
      if (about === null) continue;
      const known = found.get(nameOf(about)) ?? { about, holders: new Set() };
      known.holders.add(holder);
      found.set(nameOf(about), known);
    }
  const sorted = [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([name, { about, holders: held }]) => ({
    kind: 'leftover',
    name,
    about: [about],
    message: `Grants of ${[...held].sort().join(', ')} name ${name}, which is not in the schema; they are kept until \`quire schema drop ${name}\`.`,
  }));
}

const nameOf = ({ type, attribute }: Named): string =>
  attribute === undefined ? type : `${type}.${attribute}`;

/** Removes grants first: if the drop is interrupted, the rest is still listed. */
async function drop(
  schema: SchemaStore,
  access: AccessStore,
  reading: LeftoverReading,
  names: readonly string[] | 'all',
): Promise<Result<readonly SchemaChange[]>> {
  const found = await status(() => schema.status(), access, reading);
  if (!found.ok) return found;
  const leftovers = found.value.filter(({ kind }) => kind === 'leftover');
  const chosen = chooseLeftovers(leftovers, names);
  if (!chosen.ok || chosen.value.length === 0) return chosen;
  const gone = chosen.value.flatMap(({ about = [] }) => about).filter((each) => !isInSchema(reading, each));
  const taken = await takeBack(access, reading, gone);
  if (!taken.ok) return taken;
  const stored = await schema.status();
  if (!stored.ok) return stored;
  const data = chosen.value
    .map(({ name }) => name)
    .filter((name) => stored.value.some((one) => one.name === name));
  const done = data.length === 0 ? ok([]) : await schema.drop(data);
  if (!done.ok) return done;
  const grants = chosen.value.filter(({ name }) => !data.includes(name));
  return ok([...done.value, ...dropped(grants)]);
}

async function takeBack(
  access: AccessStore,
  reading: LeftoverReading,
  gone: readonly Named[],
): Promise<Result<void>> {
  const state = await access.load();
  if (!state.ok) return state;
  const change = takeGrantsBack(reading, state.value, gone);
  return change === null ? ok(undefined) : access.change(change);
}
