import { LRUCache } from 'lru-cache';

/**
 * How a filtered page and its total are found: `together` evaluates the filter once, keeps all that it finds, and counts
 * and sorts that; `apart` counts by itself, and finds the page by itself.
 */
export type FilterWay = 'together' | 'apart';

interface Chosen {
  way: FilterWay;
  /** When to choose again, in the milliseconds of `performance.now()`. */
  until: number;
}

/**
 * Which way filtered lists go, by the form of the question. Together is right where the filter reads the table; apart,
 * where indexes lead to both. Only PostgreSQL knows, so it compares its estimates of both once a minute for each
 * form that is asked repeatedly.
 */
export class FilterWays {
  private readonly forms: LRUCache<string, Chosen>;

  constructor(
    private readonly now: () => number = () => performance.now(),
    maxForms = 500,
  ) {
    this.forms = new LRUCache({ max: maxForms });
  }

  wayFor(form: string): FilterWay {
    return this.forms.get(form)?.way ?? 'together';
  }

  /** Whether it is time to choose: for a form that comes a second time, and once a minute. The caller then chooses. */
  isDue(form: string): boolean {
    const found = this.forms.get(form);
    const now = this.now();
    if (found !== undefined && now < found.until) return false;
    if (found === undefined) this.forms.set(form, { way: 'together', until: now });
    // Of the questions that come meanwhile, one is enough.
    else found.until = now + chosenForMs;
    return found !== undefined;
  }

  /** Takes the estimated costs. */
  choose(form: string, costs: Readonly<Record<FilterWay, number>>): void {
    const way = costs.apart < worthwhile * costs.together ? 'apart' : 'together';
    this.forms.set(form, { way, until: this.now() + chosenForMs });
  }
}

const chosenForMs = 60_000;

/** The estimates are for the values of one question. Repeated statements get plans for any values, which may cost more. */
const worthwhile = 0.8;
