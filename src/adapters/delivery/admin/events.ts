import type { LiveReceiver } from '../../../application/live-changes/live-changes.js';
import { denied, failure } from '../../../domain/failure.js';
import { decideRead } from '../../../domain/permission/permission.js';
import type { Query } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { eventReceiver } from '../codec/event-receiver.js';
import { streamChanges, type EventStream } from '../codec/event-stream.js';
import type { AdminDependencies, Call, Reply } from './call.js';
import { typeIn } from './documents/list.js';
import { judgeAgain } from './guard.js';
import { locale, text } from './query.js';
import { ofType, route, type Route } from './route.js';

/**
 * Sends what changes in the drafts of a content-type, in one locale, to who may read them: ids and revisions, no content. 204,
 * which ends an `EventSource`, where live changes are turned off.
 */
async function streamEvents(dependencies: AdminDependencies, call: Call): Promise<Result<Reply<undefined>>> {
  const { liveChanges, responseTo } = dependencies;
  const { req, res, cookie } = call;
  const asked = decodeEvents(dependencies, call);
  if (!asked.ok) return asked;
  if (liveChanges === null || req.method === 'HEAD') return ok({});
  const { query, after } = asked.value;
  const receive = eventReceiver(responseTo);
  const receiver = (stream: EventStream): LiveReceiver => ({
    ...receive(stream),
    // Scripts do not see the id of an event without data.
    beat: (position) => stream.write(`id: ${position}\nevent: beat\ndata: {}\n\n`),
  });
  const interests = [{ query, credential: cookie, judge: judgeAgain(dependencies, call) }];
  const begun = await streamChanges(liveChanges, res, { interests, after }, receiver);
  return begun.ok ? ok({ isSent: true }) : begun;
}

interface AskedEvents {
  readonly query: Query;
  readonly after: string | undefined;
}

/** Decodes `type`, `locale`, and the id of the last event in `after` or in the header that browsers send. */
function decodeEvents(
  { schema }: Pick<AdminDependencies, 'schema'>,
  { principal, req, asked }: Call,
): Result<AskedEvents> {
  const { type: uid, locale, after } = asked;
  if ([uid, locale, after].some((value) => value !== undefined && typeof value !== 'string'))
    return err(failure('QUERY.INVALID', 'type, locale and after take one text each'));
  const type = typeIn(schema, typeof uid === 'string' ? uid : undefined);
  if (!type.ok) return type;
  if (decideRead(principal, type.value, 'draft') === null) return err(denied);
  const query: Query = {
    type: type.value.uid,
    action: 'find',
    range: { offset: 0, limit: 1 },
    count: false,
    layer: 'draft',
    fields: ['documentId', 'updatedAt'],
    ...(typeof locale === 'string' && { locale }),
  };
  const lastId = req.headers['last-event-id'];
  const last = typeof lastId === 'string' && lastId !== '' ? lastId : after;
  return ok({ query, after: typeof last === 'string' ? last : undefined });
}

export const eventRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'events',
    summary: 'Hear what changes in the drafts of a content-type',
    about:
      'Server-Sent Events as live changes of the content API have them: ids and revisions, no content. `beat` has no data: it carries the id to go on from. 204 where live changes are turned off.',
    needs: ofType('find'),
    query: [
      { ...text('type', 'The uid of the content-type.'), isRequired: true },
      locale,
      text('after', 'The id of the last event, as `Last-Event-ID`.'),
    ],
    answers: 'events',
    also: [404, 429],
    isPassive: true,
    run: streamEvents,
  }),
];
