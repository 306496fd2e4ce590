import type { Db } from 'mongodb';
import { convertShape, mayChange, type Conversion, type Known } from './convert-shape.js';
import type { Match } from './match-collections.js';
import { rewriteField, rowsOf, type Row } from './rewrite-rows.js';
import { counted, type Check, type Step, type Work } from './step.js';

/** Adds, renames and converts the attributes of one match. */
export function attributeSteps(match: Match, known: Known): readonly Step[] {
  const { wanted, stored, record } = match;
  if (stored === undefined || record === undefined) return [];
  return Object.entries(wanted.attributes).flatMap(([name, { shape }]): Step[] => {
    const former = match.attributes.get(name);
    if (former === undefined) return [addStep(match, name)];
    const from = record.attributes[former]?.shape ?? shape;
    return [
      ...(former === name ? [] : [renameStep(match, name, former)]),
      ...(mayChange(from, shape, known)
        ? [convertStep(match, { name, former, from, to: shape }, known)]
        : []),
    ];
  });
}

/** Documents without it are as they should be. */
const addStep = ({ name: collection }: Match, name: string): Step => ({
  phase: 'create',
  name: `${collection}.${name}`,
  message: `Attribute "${name}" is added to "${collection}".`,
  checks: [],
  run: async () => {},
});

const renameStep = ({ name: collection }: Match, name: string, former: string): Step => ({
  phase: 'move',
  name: `${collection}.${name}`,
  message: `Attribute "${former}" of "${collection}" is renamed to "${name}".`,
  checks: [],
  // A server with the former schema writes under the former name: what it wrote is newer.
  run: async ({ db }) => {
    await db
      .collection(collection)
      .updateMany({ [former]: { $exists: true } }, { $rename: { [former]: name } });
  },
  touchesRows: true,
});

interface Changed {
  readonly name: string;
  readonly former: string;
  readonly from: string;
  readonly to: string;
}

/** Marks rows whose values would not show that they are converted. */
const markOf = (name: string): string => `_converted.${name}`;

function convertStep(match: Match, { name, former, from, to }: Changed, known: Known): Step {
  const { name: collection, stored } = match;
  const place = `${collection}.${name}`;
  const refusal = from === to ? nestedRefusal(place) : refusalOf(place, from, to);
  return {
    phase: 'convert',
    name: place,
    message:
      from === to
        ? `Component items in "${place}" are rewritten.`
        : `Attribute "${place}" changes from ${from} to ${to}.`,
    checks: [
      fitCheck(stored?.name ?? collection, former, refusal, (value) =>
        convertShape(from, to, value, known, false),
      ),
    ],
    run: (work) =>
      rewriteField(work, collection, name, [markOf(name)], (row) =>
        converted(work, row, name, (value, marked) => convertShape(from, to, value, known, marked)),
      ),
    touchesRows: true,
  };
}

function converted(
  work: Work,
  row: Row,
  name: string,
  convert: (value: unknown, marked: boolean) => Conversion,
): Record<string, Record<string, unknown>> | null {
  const marks = row['_converted'] as Readonly<Record<string, number>> | undefined;
  const marked = work.isAgain || (marks?.[name] ?? 0) >= work.version;
  const { fits, value, isAmbiguous } = convert(row[name], marked);
  // What a server with the former schema wrote since it was checked stays, and shows as far as it can be read.
  if (!fits || value === row[name]) return null;
  const mark = isAmbiguous ? { [markOf(name)]: work.version } : {};
  return value === undefined ? { $unset: { [name]: '' } } : { $set: { [name]: value, ...mark } };
}

type Refusal = (count: number, example: string) => string;

const refusalOf =
  (place: string, from: string, to: string): Refusal =>
  (count, example) =>
    `${counted(count, 'value does', 'values do')} not fit when "${place}" changes from ${from} to ${to}, for example in document "${example}". ` +
    `Change or clear ${count === 1 ? 'it' : 'them'} first with the former schema, or give the attribute a new name.`;

const nestedRefusal =
  (place: string): Refusal =>
  (count, example) =>
    `In ${counted(count, 'version', 'versions')}, component values in "${place}" do not fit the changed type of their attribute, for example in document "${example}". ` +
    'Change or clear them first with the former schema, or give the attribute a new name.';

const fitCheck =
  (collection: string, field: string, refusal: Refusal, convert: (value: unknown) => Conversion): Check =>
  async (db: Db) => {
    const misfits: string[] = [];
    let count = 0;
    const scan = { db, goOn() {} };
    for await (const rows of rowsOf(scan, collection, { [field]: { $exists: true } }, [
      'documentId',
      field,
    ])) {
      for (const row of rows) {
        if (convert(row[field]).fits) continue;
        count++;
        misfits[0] = least(misfits[0], String(row['documentId']));
      }
    }
    return count === 0 ? null : refusal(count, misfits[0] ?? '');
  };

const least = (left: string | undefined, right: string): string =>
  left !== undefined && left < right ? left : right;
