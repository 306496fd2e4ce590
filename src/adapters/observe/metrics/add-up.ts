interface Family {
  /** `HELP` and `TYPE`. */
  readonly head: string[];
  /** By name and labels, in the order in which they came. */
  readonly samples: Map<string, number>;
}

/**
 * Adds up the metrics of several processes, texts in the format of Prometheus (version 0.0.4), and writes them the same way.
 * Gauges are numbers of things and add up, but for ages and moments, of which the largest tells most.
 */
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
  for (const line of text.split('\n')) {
    const comment = /^# (HELP|TYPE) (\S+)/.exec(line);
    if (comment !== null) {
      const name = comment[2] ?? '';
      family = families.get(name) ?? { head: [], samples: new Map() };
      families.set(name, family);
      if (!family.head.some((known) => known.startsWith(comment[0]))) family.head.push(line);
      continue;
    }
    const sample = /^(.+) (\S+)$/.exec(line);
    if (sample === null || family === undefined) continue;
    const [, series = '', value = ''] = sample;
    const before = family.samples.get(series);
    const sum = before === undefined ? Number(value) : together(family, before, Number(value));
    family.samples.set(series, sum);
  }
}

const together = ({ head }: Family, one: number, other: number): number =>
  head.some((line) => /^# TYPE \S+_seconds gauge/.test(line)) ? Math.max(one, other) : one + other;
