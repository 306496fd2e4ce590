// A process of its own, for the tests: starts or joins the embedded server of a folder, says so in a line of JSON, and
// leaves when its standard input ends.
import { startEmbeddedPostgres } from '../../../src/adapters/embedded-postgres/start-embedded-postgres.js';

const ignore = (): void => undefined;
const started = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  onProgress: ignore,
});
process.stdout.write(`${JSON.stringify(started.ok ? { url: started.value.url } : started.failure)}\n`);
process.stdin.resume().on('end', () => void (started.ok && started.value.stop()));
