import type { Input } from '../../domain/document/input.js';
import { type Failure, changed, deniedWithout, exists, notFound, strayKey } from '../../domain/failure.js';
import {
  decide,
  systemPrincipal,
  unlimited,
  type Permission,
  type Principal,
} from '../../domain/permission/permission.js';
import { shownAfter } from '../../domain/permission/write-permission.js';
import {
  type Change,
  editedLayer,
  expectsVersion,
  layersOf,
  publishes,
  sharedOf,
} from '../../domain/plan/change.js';
import { planPermitted, planWithheld } from '../../domain/plan/plan-read.js';
import type { Layer, Query } from '../../domain/query/query.js';
import { compare } from '../../domain/query/compare.js';
import type { Result } from '../../domain/result.js';
import { defaultLimits } from './limits.js';
import { linkGuards } from './link-guards.js';
import type { Guard } from '../ports/document-store.js';
import type { DocumentsDependencies } from './use-cases.js';
import { systemQuery } from './system-query.js';

/**
 * The guards of a write by a principal whose grants have filters:
 * - The changed versions match the grant's filter, before and after the write.
 * - The writer may read the answer. A document that the writer may not read is reported as missing.
 * - Adding a version to a document needs `create` as well.
 */
export function guardsOf(
  dependencies: DocumentsDependencies,
  principal: Principal,
  change: Change,
  answered: Layer | null,
): readonly Guard[] {
  const { type, kind } = change;
  const permission = decide(principal, kind, type.uid);
  const guards: Guard[] = [];
  // A new translation is made from the existing versions, whatever their locale.
  const looked =
    change.locale === null || ('checksExistence' in change && change.checksExistence) ? '*' : change.locale;
  const written = sharesValues(change) ? '*' : looked;
  const add = (
    when: Guard['when'],
    refused: Permission,
    version: GuardedVersion,
    refusal: Guard['refusal'],
  ): void => {
    const plan = withheldFrom(dependencies, principal, change, refused, version);
    if (plan !== null) guards.push({ when, plan, refusal });
  };
  if (permission?.filter) {
    // What is not there at all is refused so too.
    const hidden = kind === 'delete' && expectsVersion(change) ? changed : notFound;
    for (const layer of touched(change)) add('before', permission, { layer, locale: written }, hidden);
    const refusal = deniedWithout({ action: kind, type: type.uid, isWhole: true });
    for (const layer of brought(change)) add('after', permission, { layer, locale: written }, refusal);
  }
  if (answered !== null) {
    const ofDraft = type.draftAndPublish && answered === 'draft' ? nothingSent : undefined;
    const shown = shownAfter(principal, kind, type.uid, ofDraft);
    add('after', shown, { layer: answered, locale: looked }, notFound);
  }
  return [
    ...guards,
    ...addedVersionGuards(dependencies, principal, change),
    ...linkGuards(dependencies, principal, change),
    ...expectedGuards(dependencies, change),
  ];
}

/** The version that is edited must be the one that the writer has seen. */
function expectedGuards(dependencies: DocumentsDependencies, change: Change): readonly Guard[] {
  if (!('expected' in change) || change.expected === undefined || change.expected === 'any') return [];
  const { type, expected, locale } = change;
  const { schema, limits = defaultLimits } = dependencies;
  const others: Pick<Query, 'filters'> =
    expected === 'none' ? {} : { filters: compare('updatedAt', '$notIn', expected) };
  const version = { layer: editedLayer(type), locale: locale ?? '*' };
  const query = { ...versionsOf(change, version), ...others };
  return [
    {
      when: 'before',
      plan: planned(planPermitted(schema, query, systemPrincipal, unlimited, limits)),
      refusal: expected === 'none' ? exists : changed,
    },
  ];
}

/** An update that adds a version to a document needs the grant to create that version; see `Update.checksExistence`. */
function addedVersionGuards(
  dependencies: DocumentsDependencies,
  principal: Principal,
  change: Change,
): readonly Guard[] {
  if (change.kind !== 'update' || !change.checksExistence) return [];
  const create = decide(principal, 'create', change.type.uid);
  const refusal = create === null ? notFound : strayKeyOf(create, change.input);
  if (refusal !== null) {
    const { schema, limits = defaultLimits } = dependencies;
    const query = versionsOf(change, { layer: editedLayer(change.type), locale: '*' });
    const plan = planned(planPermitted(schema, query, systemPrincipal, unlimited, limits));
    return [{ when: 'before', plan, refusal }];
  }
  return brought(change).flatMap((layer) => {
    const version = { layer, locale: change.locale };
    const plan = create && withheldFrom(dependencies, principal, change, create, version);
    const missing = { action: 'create', type: change.type.uid, isWhole: true } as const;
    return plan === null ? [] : [{ when: 'after' as const, plan, refusal: deniedWithout(missing) }];
  });
}

/** Returns the failure for the first attribute of the input that the permission does not cover. */
function strayKeyOf({ fields }: Permission, { values, components, relations }: Input): Failure | null {
  const names = [...values.keys(), ...components.keys(), ...relations.keys()];
  const key = fields === null ? undefined : names.find((name) => !fields.has(name));
  return key === undefined ? null : strayKey(key);
}

/** Guards check which documents may be read, not which fields. */
const nothingSent: ReadonlySet<string> = new Set();

/** The layers in which the changed versions must match the filter before the write. */
function touched(change: Change): readonly Layer[] {
  switch (change.kind) {
    case 'create':
      return [];
    case 'update':
      return change.checksExistence ? layersOf(change.type) : [editedLayer(change.type)];
    case 'publish':
      return [editedLayer(change.type)];
    default:
      return layersOf(change.type);
  }
}

/** The layers that receive values. */
function brought(change: Change): readonly Layer[] {
  if (!('input' in change)) return [];
  return publishes(change) ? layersOf(change.type) : [editedLayer(change.type)];
}

/** Whether the change also writes values that all locales of the document share. */
const sharesValues = (change: Change): boolean =>
  change.kind === 'update' &&
  sharedOf(change.type).some(
    ({ name }) => change.input.values.has(name) || change.input.components.has(name),
  );

interface GuardedVersion {
  readonly layer: Layer;
  /** `*` stands for all locales. */
  readonly locale: string;
}

function withheldFrom(
  { schema, limits = defaultLimits }: DocumentsDependencies,
  principal: Principal,
  change: Change,
  permission: Permission,
  version: GuardedVersion,
): Guard['plan'] | null {
  const plan = planWithheld(schema, versionsOf(change, version), principal, permission, limits);
  return plan === null ? null : planned(plan);
}

/** Finds one of the versions of the document. */
const versionsOf = ({ type, documentId }: Change, { layer, locale }: GuardedVersion): Query =>
  systemQuery(type.uid, {
    documentId,
    fields: ['documentId'],
    limit: 1,
    layer,
    ...(type.localized && { locale }),
  });

/** Guards use only attributes of the schema, so a plan that fails is a bug. */
function planned(plan: Result<Guard['plan']>): Guard['plan'] {
  if (!plan.ok) throw new Error(`a guard that cannot be planned: ${plan.failure.message}`);
  return plan.value;
}
