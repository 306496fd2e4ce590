import { expect } from 'chai';

/** `npm run robot` gives robots minutes, and many seeds. */
const minutes = Number(process.env['ROBOT_MINUTES'] ?? 0);
const firstSeed = Number(process.env['ROBOT_SEED'] ?? 1);

export const isLong = minutes > 0;

/** Plays one seed, or one after the other for some minutes, and says at the end which failed. */
export async function playSeeds(play: (seed: number, isLong: boolean) => Promise<void>): Promise<void> {
  const until = Date.now() + minutes * 60_000;
  const failures: string[] = [];
  let seed = firstSeed;
  do {
    const began = Date.now();
    try {
      await play(seed, isLong);
      if (isLong) process.stderr.write(`seed ${seed}: ${Date.now() - began} ms\n`);
    } catch (error) {
      const said = `seed ${seed}: ${error instanceof Error ? `${error.stack}\n${(error.cause as Error | undefined)?.stack ?? ''}` : String(error)}`;
      failures.push(said);
      process.stderr.write(`${said}\n`);
    }
    seed += 1;
  } while (Date.now() < until);
  expect(failures, `${failures.length} of ${seed - firstSeed} fail`).to.deep.equal([]);
}
