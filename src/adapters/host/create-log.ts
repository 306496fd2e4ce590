import type { Log } from '../../application/ports/log.js';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LogOptions {
  /** Messages below this level are dropped. */
  readonly level: LogLevel | 'silent';
  /** One JSON object per line, for machines; otherwise text for people. */
  readonly json: boolean;
  /** By default standard error, because standard output is for results of commands. */
  readonly write?: (line: string) => void;
}

type Fields = Readonly<Record<string, unknown>>;

const ranks = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 } as const;

export function createLog({ level, json, write = writeToStderr }: LogOptions): Log {
  const line = json ? jsonLine : humanLine;
  const at =
    (of: LogLevel) =>
    (message: string, fields: Fields = {}): void => {
      if (ranks[of] >= ranks[level]) write(`${line(of, message, fields)}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function jsonLine(level: LogLevel, message: string, fields: Fields): string {
  return JSON.stringify({
    time: new Date().toISOString(),
    level,
    message: hidePasswords(message),
    ...shown(fields),
  });
}

function humanLine(level: LogLevel, message: string, fields: Fields): string {
  const errors = Object.values(fields).filter((value) => value instanceof Error);
  const plain = Object.entries(fields).filter(([, value]) => !(value instanceof Error));
  const pairs = Object.entries(shown(Object.fromEntries(plain))).map(
    ([key, value]) => ` ${key}=${JSON.stringify(value)}`,
  );
  const stacks = errors.map((error) => `\n${hidePasswords(error.stack ?? error.message)}`);
  const time = new Date().toISOString().slice(11, 23);
  return `${time} ${level.padEnd(5)} ${escapeControls(hidePasswords(message))}${pairs.join('')}${stacks.join('')}`;
}

const secretKey = /password|passwd|secret|token|authorization|cookie|credential/i;

/** Fields must not contain credentials; these names are hidden in case one does. */
function shown(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, secretKey.test(key) ? '[hidden]' : shownValue(value)]),
  );
}

function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return hidePasswords(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Error) return hidePasswords(value.stack ?? value.message);
  if (Array.isArray(value)) return value.map(shownValue);
  if (typeof value === 'object' && value !== null) return shown(value as Fields);
  return value;
}

/** Database addresses contain their password between `:` and `@`. */
export const hidePasswords = (text: string): string =>
  text.replace(/(\w:\/\/[^\s:/@]*):[^\s@/]*@/g, '$1:[hidden]@');

/** Keeps each message on one line, even with control characters from a client. */
const escapeControls = (text: string): string =>
  text.replace(/[^\P{Cc}\t]/gu, (control) => JSON.stringify(control).slice(1, -1));

function writeToStderr(line: string): void {
  process.stderr.write(line);
}
