import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Log } from '../application/ports/log.js';
import { err, ok, type Result } from '../domain/result.js';
import { keepOutOfGit } from './keep-out-of-git.js';
import type { Problem } from './problem.js';
import type { App } from './read-app.js';
import { weaknessOf } from './secret-strength.js';

/** Minimum length of a kept secret: a shorter one was not written completely. */
const shortest = 16;

/** In production a secret is set: one that each server made for itself would be known to no other, and end with it. */
export function checkSessionSecret({ config }: App): Result<void, Problem> {
  const { environment, accounts, databaseUrl } = config;
  if (environment !== 'production' || isForgotten(databaseUrl)) return ok(undefined);
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
 * What sessions are signed with: the secret that is set, or else one that is made. It is kept beside the database, so
 * that nobody has to log in again after each restart; where users are forgotten, so is it.
 */
export function sessionSecret({ config, directory }: App, log: Log): string {
  const { jwtSecret } = config.accounts;
  if (jwtSecret !== undefined) return jwtSecret;
  if (isForgotten(config.databaseUrl)) return newSecret();
  try {
    return keptSecret(join(directory, '.quire', 'jwt-secret'));
  } catch (error) {
    log.warn('the secret of sessions cannot be kept: they end when this server stops', { error });
    return newSecret();
  }
}

const isForgotten = (databaseUrl: string | undefined): boolean => databaseUrl?.startsWith('memory:') === true;

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
    // Whole or not at all: a part of a secret could be guessed.
    linkSync(draft, file);
    return secret;
  } catch (error) {
    // Of two servers that begin at once, one links its own; the other takes what is there.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Undefined where there is none, or none that could be this server's. */
function wholeSecretIn(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text.length >= shortest ? text : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
