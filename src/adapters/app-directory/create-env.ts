export type Environment = Readonly<Record<string, string | undefined>>;

interface Read<Value> {
  (key: string): Value | undefined;
  <Otherwise>(key: string, otherwise: Otherwise): Value | Otherwise;
}

/** `env` in config modules, with the methods that existing projects use. */
export interface Env extends Read<string> {
  readonly int: Read<number>;
  readonly float: Read<number>;
  readonly bool: Read<boolean>;
  /** Only the config file knows what the variable holds. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: Read<any>;
  readonly array: Read<string[]>;
  readonly date: Read<Date>;
  oneOf<Choice, Otherwise = undefined>(
    key: string,
    choices: readonly Choice[],
    otherwise?: Otherwise,
  ): Choice | Otherwise;
}

/**
 * Methods throw for wrong values, because the config file cannot continue; its loader reports the file and the
 * variable. `onRead` gets the name of each variable that is read.
 */
export function createEnv(environment: Environment, onRead: (name: string) => void = () => {}): Env {
  const textOf = (key: string): string | undefined => {
    onRead(key);
    return environment[key];
  };
  const read =
    <Value>(convert: (text: string, key: string) => Value): Read<Value> =>
    (key: string, otherwise?: unknown) => {
      const text = textOf(key);
      return (text === undefined ? otherwise : convert(text, key)) as Value;
    };
  return Object.assign(
    read((text) => text),
    {
      int: read(toInteger),
      float: read(toNumber),
      bool: read((text) => text === 'true'),
      json: read(toJson),
      array: read(toList),
      date: read(toDate),
      oneOf: <Choice, Otherwise>(key: string, choices: readonly Choice[], otherwise?: Otherwise) => {
        const text = textOf(key);
        return choices.find((choice) => choice === text) ?? (otherwise as Otherwise);
      },
    },
  );
}

function toNumber(text: string, key: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number)) return number;
  throw new Error(`the environment variable ${key} must be a number, but is "${text}"`);
}

function toInteger(text: string, key: string): number {
  const number = toNumber(text, key);
  if (Number.isSafeInteger(number)) return number;
  throw new Error(`the environment variable ${key} must be a whole number, but is "${text}"`);
}

function toJson(text: string, key: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`the environment variable ${key} must be JSON: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** `a, b` or `[a,"b"]`. */
const toList = (text: string): string[] =>
  text
    .trim()
    .replace(/^\[(.*)\]$/s, '$1')
    .split(',')
    .map((item) => item.trim().replace(/^(["'])(.*)\1$/s, '$2'));

function toDate(text: string, key: string): Date {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date;
  throw new Error(`the environment variable ${key} must be a date, but is "${text}"`);
}
