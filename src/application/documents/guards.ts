import type { Input } from '../../domain/document/input.js';
import { denied, failure, notFound, type Failure } from '../../domain/failure.js';
import {
  decide,
  shownAfter,
  systemPrincipal,
  unlimited,
  type Permission,
  type Principal,
} from '../../domain/permission/permission.js';
import { type Change, editedLayer, layersOf, publishes, sharedOf } from '../../domain/plan/change.js';
import { planPermitted, planWithheld } from '../../domain/plan/plan-read.js';
import type { Layer, Query } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import { defaultLimits } from './limits.js';
import { linkGuards } from './link-guards.js';
import type { Guard } from '../ports/document-store.js';
import type { DocumentsDependencies } from './use-cases.js';

/**
 * What a grant's filter asks of a write: the versions that it changes are among those that the grant is about, as they
 * were and as they become, and its writer may read what is answered. Who may not see a document is told that it is not
 * there. Making a version of a document that is there needs `create` as well. Without limits there are no guards.
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
  // A translation is made of the versions that are there.
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
    for (const layer of touched(change)) add('before', permission, { layer, locale: written }, notFound);
    for (const layer of brought(change)) add('after', permission, { layer, locale: written }, denied);
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
  ];
}

/** A version that an update adds to a document must be one that the writer may create; see `Update.checksExistence`. */
function addedVersionGuards(
  dependencies: DocumentsDependencies,
  principal: Principal,
  change: Change,
): readonly Guard[] {
  if (change.kind !== 'update' || !change.checksExistence) return [];
  const create = decide(principal, 'create', change.type.uid);
  const refusal = create === null ? notFound : strayKey(create, change.input);
  if (refusal !== null) {
    const { schema, limits = defaultLimits } = dependencies;
    const query = versionsOf(change, { layer: editedLayer(change.type), locale: '*' });
    const plan = planned(planPermitted(schema, query, systemPrincipal, unlimited, limits));
    return [{ when: 'before', plan, refusal }];
  }
  return brought(change).flatMap((layer) => {
    const version = { layer, locale: change.locale };
    const plan = create && withheldFrom(dependencies, principal, change, create, version);
    return plan === null ? [] : [{ when: 'after' as const, plan, refusal: denied }];
  });
}

/** The refusal of what an input names and the permission does not. */
function strayKey({ fields }: Permission, { values, components, relations }: Input): Failure | null {
  const names = [...values.keys(), ...components.keys(), ...relations.keys()];
  const key = fields === null ? undefined : names.find((name) => !fields.has(name));
  return key === undefined
    ? null
    : failure('INPUT.INVALID_KEY', `Invalid key ${key}`, { key, path: null, source: 'body' });
}

/** Guards check which documents may be seen, not which fields. */
const nothingSent: ReadonlySet<string> = new Set();

/** The layers of the versions that the change is about. */
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

/** The layers that the change brings values to. */
function brought(change: Change): readonly Layer[] {
  if (!('input' in change)) return [];
  return publishes(change) ? layersOf(change.type) : [editedLayer(change.type)];
}

/** Whether it writes what other locales of the document get to have as well. */
const sharesValues = (change: Change): boolean =>
  change.kind === 'update' &&
  sharedOf(change.type).some(
    ({ name }) => change.input.values.has(name) || change.input.components.has(name),
  );

interface GuardedVersion {
  readonly layer: Layer;
  /** `*`: those of all locales. */
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

/** One of the versions of the document. */
const versionsOf = ({ type, documentId }: Change, { layer, locale }: GuardedVersion): Query => ({
  type: type.uid,
  action: 'find',
  documentId,
  fields: ['documentId'],
  range: { offset: 0, limit: 1 },
  count: false,
  layer,
  ...(type.localized && { locale }),
});

/** Guards only name what the schema has. */
function planned(plan: Result<Guard['plan']>): Guard['plan'] {
  if (!plan.ok) throw new Error(`a guard that cannot be planned: ${plan.failure.message}`);
  return plan.value;
}
