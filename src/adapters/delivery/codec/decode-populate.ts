import type { Filter, Populate, Sort, ZoneMember } from '../../../domain/query/query.js';
import { ok, type Result } from '../../../domain/result.js';
import { Budget } from './budget.js';
import { decodeFields } from './decode-fields.js';
import { decodeFilters } from './decode-filters.js';
import { decodeSort } from './decode-sort.js';
import { isList, isRecord, type Param, type ParamRecord } from './param.js';
import {
  emptyBranch,
  leafOf,
  toPopulate,
  toSelection,
  type Branch,
  type Leaf,
  type MemberParts,
} from './populate-tree.js';
import { invalidKey, invalidParam } from './refusal.js';
import { Flag, decodeWith } from './scalar-codecs.js';

const param = 'populate';
type Done = Result<null>;
const done: Done = ok(null);

/** Every syntax of `populate`: `*`, names, dotted paths, lists of these, and records of members. */
export function decodePopulate(raw: Param): Result<Populate | undefined> {
  const branch = emptyBranch();
  const gathered = gather(branch, raw, '', 1, new Budget(param));
  return gathered.ok ? ok(toPopulate(branch)) : gathered;
}

/** Adds `raw` to `branch`, which is at `path` (empty at the root). */
function gather(branch: Branch, raw: Param, path: string, depth: number, budget: Budget): Done {
  if (raw === null || raw === '') return done;
  if (isRecord(raw)) return gatherMembers(branch, raw, path, depth, budget);
  if (raw === '*') {
    branch.all = true;
    return done;
  }
  const names = namesOf(raw, path);
  if (!names.ok) return names;
  for (const name of names.value) {
    if (name === 'true' || name === 'false') return invalidAt(path, name);
    const leaf = descend(branch, name, path, depth, budget);
    if (!leaf.ok) return leaf;
  }
  return done;
}

function namesOf(raw: string | readonly Param[], path: string): Result<readonly string[]> {
  const names: string[] = [];
  for (const [index, item] of (isList(raw) ? raw : [raw]).entries()) {
    if (item === '*') return invalidAt(path, item);
    if (typeof item !== 'string') return invalidAt(path, String(index));
    for (const name of item.split(',')) if (name.trim() !== '') names.push(name.trim());
  }
  return ok(names);
}

/** The leaf at the end of a dotted path below `branch`. */
function descend(branch: Branch, dotted: string, path: string, depth: number, budget: Budget): Result<Leaf> {
  let at = { said: {}, below: branch } as Leaf;
  for (const [index, name] of dotted.split('.').entries()) {
    const taken = budget.take(depth + index);
    if (!taken.ok) return taken;
    if (name === '' || name === '*') return invalidAt(path, dotted);
    at = leafOf(at.below, name);
  }
  return ok(at);
}

function gatherMembers(
  branch: Branch,
  record: ParamRecord,
  path: string,
  depth: number,
  budget: Budget,
): Done {
  for (const [name, raw] of Object.entries(record)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (raw === 'false') continue;
    if (raw !== 'true' && raw !== '*' && !isRecord(raw)) return invalidMember(name, raw, at);
    const leaf = descend(branch, name, path, depth, budget);
    if (!leaf.ok) return leaf;
    if (raw === '*') {
      leaf.value.below.all = true;
      leaf.value.said = { ...leaf.value.said, star: true };
    }
    const told = isRecord(raw) ? tell(leaf.value, raw, at, depth, budget) : done;
    if (!told.ok) return told;
  }
  return done;
}

const invalidMember = (name: string, raw: Exclude<Param, ParamRecord>, at: string): Done => {
  if (isList(raw)) return invalidAt(at, '0');
  return raw === null || raw === '' ? invalidKey(name, at, param) : invalidAt(at, raw);
};

/** Adds the options of a member: `fields`, `filters`, `sort`, `populate`, `on`, `count`. */
function tell(leaf: Leaf, record: ParamRecord, path: string, depth: number, budget: Budget): Done {
  for (const [key, raw] of Object.entries(record)) {
    if (key === 'populate') {
      const below = gather(leaf.below, raw, path, depth + 1, budget);
      if (!below.ok) return below;
      continue;
    }
    const part = decodePart(key, raw, path, depth, budget);
    if (!part.ok) return part;
    if (part.value !== undefined) leaf.said = { ...leaf.said, [key]: part.value };
  }
  return done;
}

type Part = MemberParts[keyof MemberParts] | Filter | readonly Sort[];

function decodePart(key: string, raw: Param, path: string, depth: number, budget: Budget): Result<Part> {
  switch (key) {
    case 'fields':
      return decodeFields(raw, param);
    case 'filters':
      return decodeFilters(raw, param);
    case 'sort':
      return decodeSort(raw, param);
    case 'on':
      return decodeOn(raw, path, depth, budget);
    case 'count':
      return decodeCount(raw, path);
    default:
      return invalidAt(path, key);
  }
}

function decodeCount(raw: Param, path: string): Result<boolean> {
  const count = decodeWith(Flag, raw);
  return count === undefined
    ? invalidParam(`Invalid count at ${path}: expected true or false`, 'count', param)
    : ok(count);
}

function decodeOn(raw: Param, path: string, depth: number, budget: Budget): Result<readonly ZoneMember[]> {
  if (!isRecord(raw)) return invalidAt(path, 'on');
  const members: ZoneMember[] = [];
  for (const [component, said] of Object.entries(raw)) {
    const taken = budget.take(depth);
    if (!taken.ok) return taken;
    const leaf: Leaf = { said: {}, below: emptyBranch() };
    const told = tellOfComponent(leaf, component, said, `${path}.${component}`, depth, budget);
    if (!told.ok) return told;
    members.push({ component, ...toSelection(leaf) });
  }
  return ok(members);
}

function tellOfComponent(
  leaf: Leaf,
  component: string,
  said: Param,
  path: string,
  depth: number,
  budget: Budget,
): Done {
  if (said === 'true') return done;
  if (said === '*') return gather(leaf.below, said, path, depth, budget);
  if (!isRecord(said)) return invalidKey(component, path, param);
  const nested = ['on', 'count'].find((key) => key in said);
  return nested === undefined ? tell(leaf, said, path, depth, budget) : invalidAt(path, nested);
}

const invalidAt = (path: string, key: string): Result<never> =>
  invalidKey(key, path === '' ? key : `${path}.${key}`, param);
