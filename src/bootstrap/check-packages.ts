import { createRequire } from 'node:module';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { err, ok, type Result } from '../domain/result.js';
import type { App } from './read-app.js';

/** Packages that are installed only by those who need them. */
const forBuckets = ['@aws-sdk/client-s3', '@aws-sdk/lib-storage'];

/** Fails if the settings need a package that is not installed. */
export function checkPackages({ config: { upload } }: App): Result<void, Problem> {
  const missing = upload.place.kind === 's3' ? forBuckets.filter((name) => !isInstalled(name)) : [];
  if (missing.length === 0) return ok(undefined);
  const names = missing.join(' ');
  return err({ message: `Files in a bucket need packages that are not installed: npm install ${names}` });
}

const { resolve } = createRequire(import.meta.url);

function isInstalled(name: string): boolean {
  try {
    resolve(name);
    return true;
  } catch {
    return false;
  }
}
