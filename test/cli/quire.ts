import { main } from '../../src/bootstrap/cli.js';

/** What bin/quire does with the built program. */
await main(process.argv.slice(2));
