import { Canceller } from '../../domain/cancellation.js';
import { textOf } from '../../domain/document/text-of.js';
import type { Principal } from '../../domain/permission/permission.js';
import type { Query } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/use-cases.js';
import type { LoggedChange } from '../ports/change-log.js';
import type { Document } from '../ports/document-store.js';
import type { PositionCodec } from '../ports/position-codec.js';
import type { LiveEvent } from './live-changes.js';
import type { LiveGroup } from './live-group.js';

interface EventDependencies {
  readonly documents: Pick<Documents, 'find'>;
  readonly positions: PositionCodec;
  readonly defaultLocale: () => string;
}

/** All reads for listeners together have the share of one client. */
const caller = { key: 'live changes', signal: new Canceller() };

/** How often a read is tried that the database or the load of the server has refused, and the pause before the next try. */
const tries = 5;
const pauseMs = 200;

/** Returns the events of a change for a group, in their order. Fails as the read of a listener does. */
export async function eventsOf<Member>(
  dependencies: EventDependencies,
  group: LiveGroup<Member>,
  change: LoggedChange,
): Promise<Result<readonly LiveEvent[]>> {
  const { positions, defaultLocale } = dependencies;
  const locales = group.localesOf(change, defaultLocale());
  if (locales.length > 0) await group.loaded;
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

async function eventIn<Member>(
  dependencies: EventDependencies,
  group: LiveGroup<Member>,
  { type, documentId, action }: LoggedChange,
  at: { readonly locale: string | null; readonly position: string },
): Promise<Result<LiveEvent | null>> {
  const { query, principal } = group;
  const { locale } = at;
  const asked = { ...query, documentId, ...(locale !== null && { locale }) };
  const found = await readPatiently(dependencies, principal, asked, 1);
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

/** Notes the documents that a group can see, the ones that changed last if there are too many. */
export async function loadSeen<Member>(
  dependencies: EventDependencies,
  group: LiveGroup<Member>,
): Promise<void> {
  const { populate: _populate, ...query } = group.query;
  const asked: Query = {
    ...query,
    fields: ['documentId', ...(group.type.localized ? ['locale'] : [])],
    sort: [{ path: ['updatedAt'], direction: 'desc' }],
  };
  const found = await readPatiently(dependencies, group.principal, asked, 1_000);
  const documents = found.ok ? found.value : [];
  for (const { documentId, locale } of documents.toReversed()) group.saw(textOf(documentId), textOf(locale));
}

async function readPatiently(
  { documents }: EventDependencies,
  principal: Principal,
  query: Query,
  limit: number,
): Promise<Result<readonly Document[]>> {
  const asked: Query = { ...query, range: { offset: 0, limit }, count: false };
  for (let left = tries; ; left -= 1) {
    const found = await documents.find({ ...principal, caller }, asked);
    if (found.ok) return ok(found.value.answer.documents());
    if (left <= 1 || !found.failure.code.startsWith('STORE.')) return found;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
