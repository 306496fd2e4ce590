import type { Answer } from '../../../application/documents/documents.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { printQuery, queryTextOf } from '../../delivery/codec/create-koa.js';
import type { QueryTree } from '../../delivery/codec/context-parts.js';
import { decodeCreate, decodeDelete, decodeUpdate } from '../../delivery/codec/decode-mutation.js';
import { pagingText } from '../../delivery/codec/pagination.js';
import { untouchedAnswer, type CoreAnswer } from '../../delivery/codec/untouched-answer.js';
import { valueOf } from '../app-error.js';
import { onlyOne, orNull } from '../answered.js';
import { askerFor, type CoreContext } from './asker.js';
import type { Core } from './core.js';
import { isNestedAsked, presented } from './present.js';

type ServerAction = (context: CoreContext) => Promise<unknown>;

/** The actions of REST for a type, with their answers as values. */
export type ServerActions = Readonly<Record<'find' | 'update' | 'delete', ServerAction>> &
  Readonly<Partial<Record<'findOne' | 'create', ServerAction>>>;

/** Each makes one plan with the rights of who asks, as the routes of the server do. */
export function createServerActions(core: Core, type: ContentType): ServerActions {
  const isSingle = type.kind === 'singleType';
  const { uid } = type;
  const common = {
    update: async (context: CoreContext) => {
      const asker = askerFor(core, context, uid, 'update');
      const documentId = isSingle ? undefined : idIn(context);
      const mutation = valueOf(decodeUpdate(uid, documentId, textIn(context), context.request?.body));
      return one(core, type, orNull(await core.documents.update(asker, mutation)));
    },
    delete: async (context: CoreContext) => {
      const asker = askerFor(core, context, uid, 'delete');
      const mutation = valueOf(decodeDelete(uid, isSingle ? undefined : idIn(context), textIn(context)));
      valueOf(await core.documents.delete(asker, mutation));
      context.status = 204;
    },
  };
  if (isSingle) return { ...common, find: (context) => findOne(core, type, context, undefined) };
  return {
    ...common,
    find: (context) => findMany(core, type, context),
    findOne: (context) => findOne(core, type, context, idIn(context)),
    create: async (context) => {
      const asker = askerFor(core, context, uid, 'create');
      const mutation = valueOf(decodeCreate(uid, textIn(context), context.request?.body));
      const created = valueOf(await core.documents.create(asker, mutation));
      context.status = 201;
      return one(core, type, created);
    },
  };
}

async function findMany(core: Core, type: ContentType, context: CoreContext): Promise<unknown> {
  const { query, paging } = valueOf(core.decoder.list(type.uid, textIn(context)));
  const asker = askerFor(core, context, type.uid, 'find');
  const { answer } = valueOf(await core.documents.find(asker, query));
  const pagination = pagingText(paging, answer);
  const meta = `{"pagination":${pagination}}`;
  return answered(core, type, answer.text(), meta, () => answer.documents());
}

async function findOne(
  core: Core,
  type: ContentType,
  context: CoreContext,
  documentId: string | undefined,
): Promise<unknown> {
  const query = valueOf(core.decoder.one(type.uid, documentId, textIn(context)));
  const asker = askerFor(core, context, type.uid, query.action);
  return one(core, type, orNull(await core.documents.findOne(asker, query)));
}

function one(core: Core, type: ContentType, found: Answer | null): unknown {
  if (found === null) return null;
  const list = found.answer.text();
  return answered(core, type, list.slice(1, -1), '{}', () => onlyOne(found));
}

/** Makes the answer of texts of JSON; `data` is parsed only if app code reads it. */
function answered(core: Core, type: ContentType, text: string, meta: string, data: () => unknown): unknown {
  const make = (): CoreAnswer => ({ data: data(), meta: JSON.parse(meta) as object });
  return isNestedAsked()
    ? presented(core, type, data(), JSON.parse(meta) as object)
    : untouchedAnswer(`{"data":${text},"meta":${meta}}`, make);
}

const idIn = ({ params }: CoreContext): string => params?.id ?? '';

/** Returns the query string of a context, or that of a plain `query`. */
function textIn(context: CoreContext): string {
  const { request } = context;
  if (request?.querystring === undefined || Object.hasOwn(context, 'query'))
    return printQuery((context.query ?? {}) as QueryTree);
  return queryTextOf(request as { readonly querystring: string });
}
