// The spec reporter, which also leaves its counts, what failed, and why suites were skipped, for scripts/run.mjs.
const { writeFileSync } = require('node:fs');
const { format } = require('node:util');
const Mocha = require('mocha');

const { Base, Spec } = Mocha.reporters;

module.exports = class extends Spec {
  constructor(runner, options) {
    super(runner, options);
    const reasons = new Set();
    process.on('warning', ({ name, message }) => {
      if (name === 'SkippedSuite') reasons.add(message);
    });
    runner.once('end', () => {
      const { passes: passed, failures: failed, pending: skipped } = this.stats;
      const counts = { passed, failed, skipped, failures: listed(this.failures), reasons: [...reasons] };
      if (process.env.TEST_SUMMARY) writeFileSync(process.env.TEST_SUMMARY, JSON.stringify(counts));
      // A test that ran out of time may leave behind what would hold the process: a request, a property that shrinks.
      if (failed > 0) setTimeout(() => process.exit(), 10_000).unref();
    });
  }
};

/** What Mocha says of failures at its end. */
function listed(failures) {
  const print = Base.consoleLog;
  let said = '';
  Base.consoleLog = (...texts) => (said += `${format(...texts)}\n`);
  Base.list(failures);
  Base.consoleLog = print;
  return said.trimEnd();
}
