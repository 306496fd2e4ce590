import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Log } from '../application/ports/log.js';
import { err, ok, type Result } from '../domain/result.js';
import { databaseKind } from './database-kind.js';
import { keepOutOfGit } from './keep-out-of-git.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { AppSettings } from './app-settings.js';

/** Minimum length of a stored secret: a shorter one was not written completely. */
const shortest = 16;

/**
 * Fails in production if no secret is configured: a generated one is not shared with other servers, and is lost with
 * the server.
 */
export function checkSessionSecret({ config }: AppSettings): Result<void, Problem> {
  const { environment, accounts, databaseUrl } = config;
  if (environment !== 'production' || databaseKind(databaseUrl) === 'memory') return ok(undefined);
  const { jwtSecret } = accounts;
  if (jwtSecret === undefined)
    return err({
      message:
        'JWT_SECRET is not set: in production it has to be, to the same text on every server, for it signs the sessions of users (openssl rand -hex 32 makes one)',
    });
  const weakness = weaknessOf(jwtSecret);
  return weakness === null
    ? ok(undefined)
    : err({ message: `JWT_SECRET ${weakness} (openssl rand -hex 32 makes one)` });
}

/**
 * Returns the configured secret that signs sessions, or generates one. A generated one is stored in the app directory,
 * so that users stay signed in after a restart, except with the memory store, whose users are lost too.
 */
export function sessionSecret(app: AppSettings, log: Log): string {
  const known = secrets.get(app) ?? findSecret(app, log);
  secrets.set(app, known);
  return known;
}

/** One secret for each opened app: one that is not stored would be another each time. */
const secrets = new WeakMap<AppSettings, string>();

function findSecret({ config, directory }: AppSettings, log: Log): string {
  const { jwtSecret } = config.accounts;
  if (jwtSecret !== undefined) return jwtSecret;
  if (databaseKind(config.databaseUrl) === 'memory') return newSecret();
  try {
    return keptSecret(join(directory, '.quire', 'jwt-secret'));
  } catch (error) {
    log.warn('the secret of sessions cannot be kept: they end when this server stops', { error });
    return newSecret();
  }
}

const newSecret = (): string => randomBytes(32).toString('hex');

function keptSecret(file: string): string {
  const kept = wholeSecretIn(file);
  if (kept !== undefined) return kept;
  mkdirSync(dirname(file), { recursive: true });
  keepOutOfGit(dirname(file));
  rmSync(file, { force: true });
  const draft = `${file}.${process.pid}`;
  const secret = newSecret();
  writeFileSync(draft, secret, { mode: 0o600 });
  try {
    // A link appears with all of its content; part of a secret could be guessed.
    linkSync(draft, file);
    return secret;
  } catch (error) {
    // Another server that starts at the same time has linked its secret first; use that one.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Returns undefined if there is no secret, or only part of one. */
function wholeSecretIn(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text.length >= shortest ? text : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const fewestBytes = 32;

/**
 * Minimum entropy of a secret in bits, computed from how often each of its characters occurs. One in about 100,000
 * random texts of 32 hexadecimal digits has less than 96.
 */
const fewestBits = 80;

/** Secrets of examples and templates, in lower case and without separators. */
const examples = [
  'changeme',
  'changethis',
  'replaceme',
  'tobemodified',
  'yoursecret',
  'mysecret',
  'supersecret',
  'jwtsecret',
  'secretkey',
  'example',
  'placeholder',
  'password',
  'letmein',
];

/** Returns why a secret could be guessed, as the end of a sentence that begins with its name; null if it is strong. */
export function weaknessOf(secret: string): string | null {
  const bytes = Buffer.byteLength(secret);
  if (bytes < fewestBytes) return `must have at least ${fewestBytes} bytes in production, and has ${bytes}`;
  const plain = secret.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const example = examples.find((text) => plain.includes(text));
  if (example !== undefined) return `must not be an example: it contains ${JSON.stringify(example)}`;
  if (isRepeated(secret)) return 'must not repeat itself';
  if (isSequence(secret)) return 'must not be a sequence of characters';
  return bitsOf(secret) < fewestBits ? 'must be random' : null;
}

/** In random text nearly all runs of three characters differ. */
function isRepeated(text: string): boolean {
  const runs = Array.from({ length: text.length - 2 }, (_, start) => text.slice(start, start + 3));
  return new Set(runs).size < runs.length * 0.75;
}

/** In random hexadecimal text a sixth of the steps are this small; a half of them are once in 100,000 secrets. */
function isSequence(text: string): boolean {
  const steps = Array.from(text.slice(1), (_, index) =>
    Math.abs(text.charCodeAt(index + 1) - text.charCodeAt(index)),
  );
  return steps.filter((step) => step <= 1).length > steps.length * 0.75;
}

function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const length = Array.from(text).length;
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / length), 0);
}
