import { Canceller } from '../../domain/cancellation.js';
import { textOf } from '../../domain/document/text-of.js';
import type { Caller } from '../../domain/caller.js';
import type { FailureCode } from '../../domain/failure.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Query } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/use-cases.js';
import type { LoggedChange } from '../ports/change-log.js';
import type { Document } from '../ports/document-store.js';
import type { LiveEvent } from './live-changes.js';
import { maxSeen, type LiveGroup } from './live-group.js';

type Payer = { readonly caller: string };

/** Positions of the log that is read now, as texts for clients. */
export interface Positions {
  write(position: number): string;
  /** Null for any other text, such as one of a log that was lost. */
  read(text: string): number | null;
}

export interface EventDependencies {
  readonly documents: Pick<Documents, 'find'>;
  readonly positions: Positions;
  readonly defaultLocale: () => string;
  /** Awaited after each read, so that many of them in one turn of the event loop let others go on. */
  readonly pause: () => Promise<void>;
}

/** The reads that cannot take long have the share of one client together, for all listeners; others that of who listens. */
const callerOf = <Member extends Payer>({ isExpensive, payer }: LiveGroup<Member>): Caller => ({
  key: isExpensive ? payer : 'live changes',
  signal: new Canceller(),
});

/** How often a read is tried that the database or the load of the server has refused, and the pause before the next try. */
const tries = 5;
const pauseMs = 200;
const mayWork: ReadonlySet<FailureCode> = new Set([
  'STORE.UNAVAILABLE',
  'STORE.OVERLOADED',
  'STORE.LONG_READS',
]);

/** Returns the events of a change for a group, in their order. Fails as the read of a listener does. */
export async function eventsOf<Member extends Payer>(
  dependencies: EventDependencies,
  group: LiveGroup<Member>,
  change: LoggedChange,
): Promise<Result<readonly LiveEvent[]>> {
  const { positions, defaultLocale } = dependencies;
  const locales = group.localesOf(change, defaultLocale());
  const loaded = locales.length > 0 ? await group.loaded : ok(null);
  if (!loaded.ok) return loaded;
  const events: LiveEvent[] = [];
  for (const [index, locale] of locales.entries()) {
    // A client that has only the first events of a change gets all of them again.
    const at = index === locales.length - 1 ? change.position : change.position - 1;
    const event = await eventIn(dependencies, group, change, { locale, position: positions.write(at) });
    if (!event.ok) return event;
    if (event.value !== null) events.push(event.value);
  }
  return ok(events);
}

async function eventIn<Member extends Payer>(
  dependencies: EventDependencies,
  group: LiveGroup<Member>,
  { type, documentId, action }: LoggedChange,
  at: { readonly locale: string | null; readonly position: string },
): Promise<Result<LiveEvent | null>> {
  const { query } = group;
  const { locale } = at;
  const asked = { ...query, documentId, ...(locale !== null && { locale }) };
  const found = await readPatiently(dependencies, group, () => callerOf(group), {
    ...asked,
    range: { offset: 0, limit: 1 },
  });
  if (!found.ok) return found;
  const [document] = found.value;
  if (document !== undefined) {
    group.saw(documentId, locale ?? textOf(document['locale']));
    return ok({ kind: 'change', ...at, action, type, documentId, document });
  }
  // What is new was not there before.
  if (action === 'create' || !group.couldSee(documentId, locale)) return ok(null);
  group.left(documentId, locale);
  return ok({ kind: 'leave', ...at, type, documentId });
}

/** Notes the documents that a group can see, the ones that changed last if there are too many. Their list may take long. */
export async function loadSeen<Member extends Payer>(
  dependencies: EventDependencies,
  group: LiveGroup<Member>,
): Promise<Result<null>> {
  const { populate: _populate, ...query } = group.query;
  const asked: Query = {
    ...query,
    fields: ['documentId', ...(group.type.localized ? ['locale'] : [])],
    sort: [{ path: ['updatedAt'], direction: 'desc' }],
    range: { offset: 0, limit: maxSeen },
  };
  const caller = (): Caller => ({ key: group.payer, signal: new Canceller() });
  const found = await readPatiently(dependencies, group, caller, asked);
  // A list that may not be read in time leaves the documents that are seen from now on.
  if (!found.ok) return mayWork.has(found.failure.code) ? found : ok(null);
  for (const { documentId, locale } of found.value.toReversed())
    group.saw(textOf(documentId), textOf(locale));
  return ok(null);
}

async function readPatiently<Member extends Payer>(
  { documents, pause }: EventDependencies,
  group: LiveGroup<Member>,
  caller: () => Caller,
  asked: Query,
): Promise<Result<readonly Document[]>> {
  for (let left = tries; ; left -= 1) {
    const found = await documents.find({ ...group.principal, caller: caller() }, { ...asked, count: false });
    await pause();
    if (found.ok) return ok(found.value.answer.documents());
    if (left <= 1 || !mayWork.has(found.failure.code)) return found;
    group.changePayer();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Plans the read for a listener, which finds what may not be asked. Returns whether it may take long. */
export async function isExpensive(
  { documents, longCost }: Pick<EventDependencies, 'documents'> & { readonly longCost: number },
  principal: Principal,
  query: Query,
): Promise<Result<boolean>> {
  const planned = { ...query, documentId: '-', range: { offset: 0, limit: 1 }, count: false };
  const found = await documents.find(principal, planned);
  return found.ok ? ok((found.value.plan.cost ?? 0) > longCost) : found;
}
