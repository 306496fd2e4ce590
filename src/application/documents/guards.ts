import { denied, notFound } from '../../domain/failure.js';
import { decide, shownAfter, type Permission, type Principal } from '../../domain/permission/permission.js';
import { editedLayer, layersOf, publishes, type Change } from '../../domain/plan/change.js';
import { sharedOf } from '../../domain/plan/parts-of.js';
import { planWithheld } from '../../domain/plan/plan-read.js';
import type { Layer } from '../../domain/query/query.js';
import { defaultLimits } from './limits.js';
import { linkGuards } from './link-guards.js';
import type { Guard } from '../ports/document-store.js';
import type { DocumentsDependencies } from './use-cases.js';

/**
 * What a grant's filter asks of a write: the versions that it changes are among those that the grant is about, as they
 * were and as they become, and its writer may read what is answered. Who may not see a document is told that it is not
 * there. Without filters there are none.
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
  const looked = change.locale === null || ('looks' in change && change.looks) ? '*' : change.locale;
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
  return [...guards, ...linkGuards(dependencies, principal, change)];
}

/** A guard looks at which documents may be seen, whatever is shown of them. */
const nothingSent: ReadonlySet<string> = new Set();

/** The layers of the versions that the change is about. */
function touched(change: Change): readonly Layer[] {
  switch (change.kind) {
    case 'create':
      return [];
    case 'update':
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
  { layer, locale }: GuardedVersion,
): Guard['plan'] | null {
  const { type, documentId } = change;
  const query = {
    type: type.uid,
    action: 'find' as const,
    documentId,
    fields: ['documentId'],
    range: { offset: 0, limit: 1 },
    count: false,
    layer,
    ...(type.localized && { locale }),
  };
  const plan = planWithheld(schema, query, principal, permission, limits);
  if (plan === null) return null;
  if (!plan.ok) throw new Error(`a guard that can not be planned: ${plan.failure.message}`);
  return plan.value;
}
