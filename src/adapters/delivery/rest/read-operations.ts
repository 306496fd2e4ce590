import { createQueryDecoder } from '../codec/create-query-decoder.js';
import {
  answerList,
  answerOne,
  sendFailure,
  type Operation,
  type OperationDependencies,
} from './operation.js';

/** `find` lists a collection, `findOne` reads one of its documents, `findSingle` the document of a single type. */
export function readOperations({
  documents,
  options,
}: OperationDependencies): Readonly<Record<'find' | 'findOne' | 'findSingle', Operation>> {
  const decoder = createQueryDecoder(options);
  const find: Operation = {
    action: 'find',
    async run(call) {
      const decoded = decoder.list(call.type.uid, call.text);
      if (!decoded.ok) return sendFailure(call.res, decoded.failure);
      const { query, paging } = decoded.value;
      return answerList(call, paging, await documents.find(call.principal, query));
    },
  };
  const run: Operation['run'] = async (call) => {
    const query = decoder.one(call.type.uid, call.documentId, call.text);
    if (!query.ok) return sendFailure(call.res, query.failure);
    return answerOne(call, 200, await documents.findOne(call.principal, query.value));
  };
  return { find, findOne: { action: 'findOne', run }, findSingle: { action: 'find', run } };
}
