// The spec reporter, which also leaves its counts, and why suites were skipped, for scripts/run.mjs.
const { writeFileSync } = require('node:fs');
const Mocha = require('mocha');

module.exports = class extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const reasons = new Set();
    process.on('warning', ({ name, message }) => {
      if (name === 'SkippedSuite') reasons.add(message);
    });
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      const counts = { passed: passes, failed: failures, skipped: pending, reasons: [...reasons] };
      if (process.env.TEST_SUMMARY) writeFileSync(process.env.TEST_SUMMARY, JSON.stringify(counts));
      // A test that ran out of time may leave behind what would hold the process: a request, a property that shrinks.
      if (failures > 0) setTimeout(() => process.exit(), 10_000).unref();
    });
  }
};
