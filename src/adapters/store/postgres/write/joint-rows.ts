import type { VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import type { Parameters, Part } from '../statement.js';
import { nextIdOf } from './version-part.js';

/** What differs between the plans, as a table `u` with a row for each. */
export class Rows {
  private readonly columns: { readonly type: string; readonly values: readonly (string | null)[] }[] = [];

  constructor(private readonly plans: readonly WritePlan[]) {}

  /** Returns the SQL of a value of the row. */
  add(type: string, valueOf: (plan: WritePlan) => string | null): string {
    return `u.c${this.columns.push({ type, values: this.plans.map(valueOf) }) - 1}`;
  }

  part(parameters: Parameters, name: string): Part | null {
    if (this.columns.length === 0) return null;
    const selected = this.columns.map(({ type }, index) => `c${index}::${type} AS c${index}`);
    const arrays = this.columns.map(({ values }) => parameters.add(values, 'text[]'));
    const aliases = this.columns.map((_, index) => `c${index}`);
    return {
      name,
      text: `MATERIALIZED (SELECT ${selected.join(', ')} FROM unnest(${arrays.join(', ')}) AS u(${aliases.join(', ')}))`,
    };
  }
}

export const drawsIds = ({ versions }: WritePlan): boolean =>
  versions.some(({ op }) => op === 'insert' || op === 'publish');

/** Draws the numeric ids of new versions in the order of the plans, whatever their forms. */
export function lowerIds(parameters: Parameters, plans: readonly WritePlan[]): string {
  const [first] = plans;
  if (first === undefined) throw new Error('no plans to draw ids for');
  const documents = parameters.addTexts(plans.map(({ documentId }) => documentId));
  const areTwo = parameters.add(
    plans.map(({ versions: [version] }) => version?.op === 'insert' && version.layers.length > 1),
    'boolean[]',
  );
  const id = nextIdOf(first.type);
  return `MATERIALIZED (SELECT document_id, ${id} AS id, CASE WHEN is_two THEN ${id} END AS second FROM unnest(${documents}, ${areTwo}) AS u(document_id, is_two))`;
}

export type Of<Op extends VersionChange['op']> = VersionChange & { readonly op: Op };

/** A part that writes versions of several documents, and returns their `document_id`. */
export interface JointVersionPart extends Part {
  /** How many versions it must write; null: any number. */
  readonly expected: number | null;
}

export interface JointWriting {
  readonly parameters: Parameters;
  /** Of one form. */
  readonly plans: readonly WritePlan[];
  readonly conditions: readonly string[];
  readonly rows: Rows;
  /** The part that has drawn ids for the plans' documents. */
  readonly ids: string;
}

export const versionOf = <Op extends VersionChange['op']>({ versions }: WritePlan, at: number): Of<Op> =>
  versions[at] as Of<Op>;

export const typeOf = ({ plans: [first] }: JointWriting): ContentType => {
  if (first === undefined) throw new Error('no plans to lower');
  return first.type;
};

export const textOf = (value: string | number | boolean | null): string | null =>
  value === null ? null : String(value);
