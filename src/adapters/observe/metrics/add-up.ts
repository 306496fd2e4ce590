interface Family {
  /** `HELP` and `TYPE`. */
  readonly head: string[];
  /** By name and labels, in the order in which they came. */
  readonly samples: Map<string, number>;
}

/** Gauges of which the largest tells most; the others are numbers of things, which add up. */
const largest: ReadonlySet<string> = new Set([
  'nodejs_eventloop_lag_p99_seconds',
  'process_start_time_seconds',
  'quire_follower_lag_seconds',
  'quire_replica_lag_seconds',
  'quire_replica_used',
]);

/** Adds up the metrics of several processes, texts in the format of Prometheus (version 0.0.4), and writes them the same way. */
export const addUp = (texts: readonly string[]): string => textOf(familiesOf(texts));

/** What only grows, and so counts on when its process has ended. */
export const countersOf = (text: string): string =>
  textOf(
    familiesOf([text]).filter(({ head }) =>
      head.some((line) => /^# TYPE \S+ (counter|histogram)/.test(line)),
    ),
  );

function familiesOf(texts: readonly string[]): readonly Family[] {
  const families = new Map<string, Family>();
  for (const text of texts) addTo(families, text);
  return [...families.values()];
}

const textOf = (families: readonly Family[]): string =>
  families
    .map(({ head, samples }) =>
      [...head, ...[...samples].map(([series, value]) => `${series} ${value}`), ''].join('\n'),
    )
    .join('');

function addTo(families: Map<string, Family>, text: string): void {
  let family: Family | undefined;
  let name = '';
  for (const line of text.split('\n')) {
    const comment = /^# (HELP|TYPE) (\S+)/.exec(line);
    if (comment !== null) {
      name = comment[2] ?? '';
      family = families.get(name) ?? { head: [], samples: new Map() };
      families.set(name, family);
      if (!family.head.some((known) => known.startsWith(comment[0]))) family.head.push(line);
      continue;
    }
    const sample = /^(.+) (\S+)$/.exec(line);
    if (sample === null || family === undefined) continue;
    const [, series = '', value = ''] = sample;
    const before = family.samples.get(series);
    const sum = before === undefined ? Number(value) : together(name, before, Number(value));
    family.samples.set(series, sum);
  }
}

const together = (name: string, one: number, other: number): number =>
  largest.has(name) ? Math.max(one, other) : one + other;
