import * as fc from 'fast-check';

// A property says what it has found before the time of its test is over; the search for a smaller example could go on for hours.
fc.configureGlobal({ interruptAfterTimeLimit: 50_000, markInterruptAsFailure: true });

/** For a test that has two minutes or more. */
export const withinTwoMinutes = { interruptAfterTimeLimit: 100_000 } as const;
