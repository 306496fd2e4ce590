/** Names and values of the labels of one series: `api="rest",type="api::dish.dish"`. */
export type LabelText = string;

/** Returns the labels in the text format. Values come from schemas and code, never from clients. */
export const labelText = (labels: Readonly<Record<string, string>>): LabelText =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');

const escaped = (value: string): string =>
  value.replace(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`));

const headOf = (name: string, help: string, type: string): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

const braced = (labels: LabelText): string => (labels === '' ? '' : `{${labels}}`);

/** A metric that is written at a scrape. */
export interface Metric {
  readonly name: string;
  text(): string;
}

/** A number for each series, which only grows (`counter`) or is set (`gauge`). */
export class NumberMetric implements Metric {
  private readonly series = new Map<LabelText, number>();

  constructor(
    readonly name: string,
    private readonly help: string,
    private readonly type: 'counter' | 'gauge',
  ) {}

  add(labels: LabelText, by = 1): void {
    this.series.set(labels, (this.series.get(labels) ?? 0) + by);
  }

  set(labels: LabelText, value: number): void {
    this.series.set(labels, value);
  }

  text(): string {
    let text = headOf(this.name, this.help, this.type);
    for (const [labels, value] of this.series) text += `${this.name}${braced(labels)} ${value}\n`;
    return text;
  }
}

/** Counts of values by size. */
interface Distribution {
  readonly counts: number[];
  sum: number;
}

/** A histogram for each series. */
export class HistogramMetric implements Metric {
  private readonly series = new Map<LabelText, Distribution>();

  /** `bounds` are the upper bounds of the buckets, in ascending order. */
  constructor(
    readonly name: string,
    private readonly help: string,
    private readonly bounds: readonly number[],
  ) {}

  observe(labels: LabelText, value: number): void {
    let distribution = this.series.get(labels);
    if (distribution === undefined) {
      distribution = { counts: [0, ...this.bounds.map(() => 0)], sum: 0 };
      this.series.set(labels, distribution);
    }
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] ?? 0)) bucket += 1;
    distribution.counts[bucket] = (distribution.counts[bucket] ?? 0) + 1;
    distribution.sum += value;
  }

  text(): string {
    let text = headOf(this.name, this.help, 'histogram');
    for (const [labels, { counts, sum }] of this.series) {
      const before = labels === '' ? '{' : `{${labels},`;
      let total = 0;
      for (const [index, count] of counts.entries()) {
        total += count;
        text += `${this.name}_bucket${before}le="${this.bounds[index] ?? '+Inf'}"} ${total}\n`;
      }
      text += `${this.name}_sum${braced(labels)} ${sum}\n${this.name}_count${braced(labels)} ${total}\n`;
    }
    return text;
  }
}
