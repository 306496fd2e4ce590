import { Cron, type CronOptions } from 'croner';
import { didYouMean } from '../../../domain/nearest-name.js';

/** A scheduled task of an app. */
export interface CronTask {
  /** The name, or the rule of a task without a name. */
  readonly name: string;
  readonly isNamed: boolean;
  /** Gets `({ strapi }, date)`. */
  readonly run: (...given: readonly unknown[]) => unknown;
  /** Returns the first firing after `after`; null if there is none. */
  next(after: Date): Date | null;
}

type Record_ = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Record_ =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value);

/**
 * Reads tasks by name: `{ task, options }`, where `options` is a rule of 5 or 6 fields, a date, or `{ rule, tz, start,
 * end }`; or a function whose name is its rule. Throws an error that names the task if one is wrong.
 */
export function readTasks(tasks: unknown): readonly CronTask[] {
  if (tasks === undefined || tasks === null) return [];
  if (!isRecord(tasks)) throw new TypeError('cron tasks must be an object of tasks by name');
  return Object.entries(tasks).map(([name, given]) => readTask(tasks, name, given));
}

function readTask(tasks: Record_, name: string, given: unknown): CronTask {
  if (typeof given === 'function') {
    const run = given.bind(tasks) as CronTask['run'];
    return { name, isNamed: false, run, next: read(name, () => readOptions(name)) };
  }
  const { task, options, ...others } = isRecord(given) ? given : {};
  if (typeof task !== 'function')
    throw wrong(name, 'must be a function, or { task, options } with a function');
  refuseOthers(name, others, ['task', 'options']);
  const run = task.bind(given) as CronTask['run'];
  return { name, isNamed: true, run, next: read(name, () => readOptions(options)) };
}

const wrong = (name: string, message: string): Error => new TypeError(`The cron task "${name}" ${message}`);

function refuseOthers(name: string, others: object, known: readonly string[]): void {
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw wrong(
      name,
      `has an unknown option ${other}${didYouMean(other, known)}: there are ${known.join(', ')}`,
    );
}

type Next = CronTask['next'];

function read(name: string, readNext: () => Next): Next {
  try {
    const next = readNext();
    // Some faults, such as an unknown time zone, show only here.
    next(new Date());
    return next;
  } catch (error) {
    throw wrong(name, `cannot be scheduled: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const ruleKeys = ['rule', 'tz', 'start', 'end'] as const;

function readOptions(options: unknown): Next {
  if (options instanceof Date) return once(options);
  if (typeof options === 'string') return recurring({ rule: options });
  if (!isRecord(options)) throw new TypeError('options must be a rule, a date or { rule, tz, start, end }');
  const { rule, tz, start, end, ...others } = options;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new TypeError(
      `options has an unknown member ${other}: there are ${ruleKeys.join(', ')}; write the rule as text, such as "30 2 * * *"`,
    );
  if (rule instanceof Date) return once(rule);
  return recurring({ rule, tz, start: readDate('start', start), end: readDate('end', end) });
}

function once(date: Date): Next {
  if (Number.isNaN(date.getTime())) throw new TypeError('the date is invalid');
  return (after) => (date > after ? date : null);
}

function readDate(name: string, value: unknown): Date | undefined {
  if (value === undefined || value === null) return undefined;
  const date =
    value instanceof Date || typeof value === 'string' || typeof value === 'number' ? new Date(value) : null;
  if (date === null || Number.isNaN(date.getTime())) throw new TypeError(`${name} must be a date`);
  return date;
}

interface Recurrence {
  readonly rule: unknown;
  readonly tz?: unknown;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
}

function recurring({ rule, tz, start, end }: Recurrence): Next {
  if (typeof rule !== 'string') throw new TypeError('rule must be text, such as "30 2 * * *"');
  if (tz !== undefined && tz !== null && typeof tz !== 'string')
    throw new TypeError('tz must be text, such as "Europe/Paris"');
  const cron = parsed(rule.trim(), {
    paused: true,
    mode: '5-or-6-parts',
    // Existing rules have steps such as 5/10.
    sloppyRanges: true,
    ...(typeof tz === 'string' && { timezone: tz }),
    ...(start && { startAt: start }),
    ...(end && { stopAt: end }),
  });
  return (after) => cron.nextRun(after);
}

function parsed(rule: string, options: CronOptions): Cron {
  try {
    return new Cron(rule, options);
  } catch (error) {
    // The package also speaks of seven fields, which its mode does not accept.
    const { length } = rule.split(/\s+/).filter(Boolean);
    if (length === 5 || length === 6) throw error;
    const fields = 'a rule has 5 fields (minute, hour, day, month, weekday), or 6 (second first)';
    throw new TypeError(`${fields}; this one has ${length}`, { cause: error });
  }
}
