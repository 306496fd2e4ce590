import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openScreens, type ScreenWorld } from '../admin/screen-world.js';
import { holdSteady } from './steady-picture.js';

const example = fileURLToPath(new URL('../../examples/restaurants', import.meta.url));

/** The example that `npm start` serves, with its content, which is always the same. */
const filesOfExample = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(example, { recursive: true, encoding: 'utf8' })
      .filter((name) => !/^\.|public/.test(name) && statSync(join(example, name)).isFile())
      .map((name) => [name, readFileSync(join(example, name), 'utf8')]),
  );

/** The admin page of the example, for pictures, with an owner who has signed in. Undefined where there is no browser. */
export async function openExample(): Promise<ScreenWorld | undefined> {
  const on = await openScreens(filesOfExample(), { NODE_ENV: 'development' });
  if (on === undefined) return undefined;
  await on.becomes('owner');
  await holdSteady(on.page);
  return on;
}
