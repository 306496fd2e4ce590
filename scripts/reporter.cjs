// The spec reporter, which also writes its counts, failures and reasons of skipped suites to a file for scripts/run.mjs.
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
      // A test that timed out may still run (a request, a property that shrinks) and would keep the process alive.
      if (failed > 0) setTimeout(() => process.exit(), 10_000).unref();
    });
  }
};

/** The failures as Mocha prints them at its end. */
function listed(failures) {
  const print = Base.consoleLog;
  let said = '';
  Base.consoleLog = (...texts) => (said += `${format(...texts)}\n`);
  Base.list(failures);
  Base.consoleLog = print;
  return said.trimEnd();
}
