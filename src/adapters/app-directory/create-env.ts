export type Environment = Readonly<Record<string, string | undefined>>;

/** `env` in config modules, with the methods that existing projects use. */
export interface Env {
  (key: string, otherwise?: unknown): unknown;
  int(key: string, otherwise?: number): number | undefined;
  float(key: string, otherwise?: number): number | undefined;
  bool(key: string, otherwise?: boolean): boolean | undefined;
  json(key: string, otherwise?: unknown): unknown;
  array(key: string, otherwise?: readonly string[]): readonly string[] | undefined;
  date(key: string, otherwise?: Date): Date | undefined;
  oneOf(key: string, choices: readonly unknown[], otherwise?: unknown): unknown;
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
    <T>(convert: (text: string, key: string) => T) =>
    (key: string, otherwise?: T): T | undefined => {
      const text = textOf(key);
      return text === undefined ? otherwise : convert(text, key);
    };
  return Object.assign((key: string, otherwise?: unknown) => textOf(key) ?? otherwise, {
    int: read(toInteger),
    float: read(toNumber),
    bool: read((text) => text === 'true'),
    json: read(toJson),
    array: read<readonly string[]>(toList),
    date: read(toDate),
    oneOf: (key: string, choices: readonly unknown[], otherwise?: unknown) => {
      const text = textOf(key);
      return choices.includes(text) ? text : otherwise;
    },
  });
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
const toList = (text: string): readonly string[] =>
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
