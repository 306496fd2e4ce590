import { namedBy } from '../../../../domain/schema/origin.js';
import type { SchemaChange } from '../../../../application/ports/schema-store.js';
import { ownCollections } from '../layout.js';
import { attributeSteps } from './attribute-steps.js';
import { collectionSteps } from './collection-steps.js';
import { mayChange, type Known } from './convert-shape.js';
import { draftSteps } from './draft-steps.js';
import { indexName, indexSteps } from './index-steps.js';
import { linkLayerSteps } from './link-layer-steps.js';
import { linkLocaleSteps } from './link-locale-steps.js';
import { localeSteps } from './locale-steps.js';
import { matchCollections, moveRecord, type Match } from './match-collections.js';
import type { Catalog } from './read-catalog.js';
import { nextRecord, type SchemaRecord } from './schema-record.js';
import { phases, refuse, type Step } from './step.js';
import type { Target } from './target.js';

/** Everything that differs between a database and what is wanted of it. */
export interface Comparison {
  readonly steps: readonly Step[];
  readonly refused: readonly SchemaChange[];
  readonly leftovers: readonly SchemaChange[];
  /** What `quire_schema` is to hold once every step is done. */
  readonly record: SchemaRecord;
}

/**
 * What has to be done so that a database in step with `record` fits `target`. Pure. `resumes`: some of it may be done
 * already.
 */
export function compareSchema(
  target: Target,
  catalog: Catalog,
  record: SchemaRecord,
  resumes: boolean,
): Comparison {
  const matches = matchCollections(target, record, catalog, resumes);
  const known = { before: record.components, after: target.components };
  const steps = matches.flatMap((match) => [
    ...collectionSteps(match, matches),
    ...attributeSteps(match, known),
    ...localeSteps(match, target.defaultLocale),
    ...linkLocaleSteps(match, matches, target.defaultLocale),
    ...draftSteps(match),
    ...linkLayerSteps(match),
    ...indexSteps(match, converted(match, known)),
  ]);
  return {
    steps: steps.sort((a, b) => phases.indexOf(a.phase) - phases.indexOf(b.phase)),
    refused: Object.keys(target.collections).flatMap(nameClash),
    leftovers: leftovers(target, matches, catalog, record),
    record: nextRecord(target, moveRecord(record, matches)),
  };
}

const converted = ({ wanted, record, attributes }: Match, known: Known): ReadonlySet<string> =>
  new Set(
    Object.entries(wanted.attributes)
      .filter(([name, { shape }]) => {
        const former = record?.attributes[attributes.get(name) ?? '']?.shape;
        return former !== undefined && mayChange(former, shape, known);
      })
      .map(([name]) => name),
  );

const reserved: ReadonlySet<string> = new Set([
  ...Object.values(ownCollections),
  'quire_probes',
  'quire_transfer',
]);

const nameClash = (name: string): readonly SchemaChange[] =>
  reserved.has(name)
    ? [refuse(name, `"${name}" is a name of Quire's own: choose another collectionName.`)]
    : [];

function leftovers(
  { collections }: Target,
  matches: readonly Match[],
  catalog: Catalog,
  record: SchemaRecord,
): readonly SchemaChange[] {
  const used = new Set([...Object.keys(collections), ...matches.map(({ recorded }) => recorded)]);
  const records = [record, ...catalog.state.former];
  const madeFor = (name: string) =>
    namedBy(
      records.map(({ collections: each }) => each[name]?.origin).find((origin) => origin !== undefined),
    );
  const known = records.flatMap((each) => Object.keys(each.collections));
  const gone = [...new Set(known)].filter((name) => !used.has(name) && catalog.collections.has(name));
  return [
    ...gone.map((name) => leftover(name, `Collection "${name}"`, 'its data is kept', madeFor(name))),
    ...matches.flatMap(leftoverAttributes),
    ...matches.flatMap(leftoverIndexes),
  ];
}

function leftoverAttributes({ name, record, stored, attributes }: Match): readonly SchemaChange[] {
  const used = new Set(attributes.values());
  return Object.keys(stored === undefined ? {} : (record?.attributes ?? {}))
    .filter((attribute) => !used.has(attribute))
    .map((attribute) =>
      leftover(
        `${name}.${attribute}`,
        `Attribute "${attribute}" of "${name}"`,
        'its data is kept',
        namedBy(record?.origin).map(({ type }) => ({ type, attribute })),
      ),
    );
}

/** Named as Quire names them: see `desired-collections.ts`. */
const ourIndex =
  /^(version|list|changed|link|.+_unique|.+_index|(source|target)_(draft|published)(_one)?|(source|target)_pending)$/;

function leftoverIndexes({ name, wanted, stored, record }: Match): readonly SchemaChange[] {
  const known = new Set([...wanted.indexes.map((index) => index.name), ...(record?.indexes ?? [])]);
  return (stored?.indexes ?? [])
    .filter((index) => ourIndex.test(index.name) && !known.has(index.name))
    .map((index) =>
      leftover(indexName(name, index.name), `Index "${index.name}" of "${name}"`, 'it is kept'),
    );
}

const leftover = (
  name: string,
  what: string,
  kept: string,
  about: ReturnType<typeof namedBy> = [],
): SchemaChange => ({
  kind: 'leftover',
  name,
  about,
  message: `${what} is no longer in the schema; ${kept} until \`quire schema drop ${name}\`.`,
});
