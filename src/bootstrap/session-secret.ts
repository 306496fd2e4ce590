import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Log } from '../application/ports/log.js';
import type { App } from './read-app.js';

/**
 * What sessions are signed with: the secret that is set, or else one that is made. In development it is kept beside the
 * database, so that nobody has to log in again after each restart; in production it is not, and that is said.
 */
export function sessionSecret({ config, directory }: App, log: Log): string {
  const { jwtSecret } = config.accounts;
  if (jwtSecret !== undefined) return jwtSecret;
  if (config.environment === 'production') {
    log.warn(
      'JWT_SECRET is not set: sessions of users end when this server stops, and no other server knows them',
    );
    return randomBytes(32).toString('hex');
  }
  return keptSecret(join(directory, '.quire', 'jwt-secret'), log);
}

function keptSecret(file: string, log: Log): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const secret = randomBytes(32).toString('hex');
    try {
      mkdirSync(dirname(file), { recursive: true });
      // Of two servers that begin at once, one writes; the other takes what is there.
      writeFileSync(file, secret, { mode: 0o600, flag: 'wx' });
      return secret;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readFileSync(file, 'utf8');
      log.warn('the secret of sessions can not be kept: they end when this server stops', { error });
      return secret;
    }
  }
}
