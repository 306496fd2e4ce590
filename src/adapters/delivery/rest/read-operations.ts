import { createQueryDecoder } from '../codec/create-query-decoder.js';
import {
  answerOne,
  formatAsked,
  sendFailure,
  type Operation,
  type OperationDependencies,
} from './operation.js';
import { presentList } from './present.js';
import { sendText } from './send.js';

/** `find` lists a collection, `findOne` reads one of its documents, `findSingle` the document of a single type. */
export function readOperations({
  documents,
  options,
}: OperationDependencies): Readonly<Record<'find' | 'findOne' | 'findSingle', Operation>> {
  const decoder = createQueryDecoder(options);
  const find: Operation = {
    action: 'find',
    async run({ req, res, type, principal, text }) {
      const decoded = decoder.list(type.uid, text);
      if (!decoded.ok) return sendFailure(res, decoded.failure);
      const { query, paging } = decoded.value;
      const found = await documents.find(principal, query);
      if (!found.ok) return sendFailure(res, found.failure);
      sendText(res, 200, presentList(found.value, paging, formatAsked(req)));
    },
  };
  const run: Operation['run'] = async (call) => {
    const query = decoder.one(call.type.uid, call.documentId, call.text);
    if (!query.ok) return sendFailure(call.res, query.failure);
    answerOne(call, 200, await documents.findOne(call.principal, query.value));
  };
  return { find, findOne: { action: 'findOne', run }, findSingle: { action: 'find', run } };
}
