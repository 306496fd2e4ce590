import type { Answer } from '../../../application/documents/documents.js';
import { pagingText, type Paging } from '../codec/paging.js';
import { nestList } from './nest-documents.js';

/** `nested` is the former form, `{id, documentId, attributes}`, which clients ask for while they migrate. */
export type Format = 'flat' | 'nested';

export const formatOf = (header: string | string[] | undefined): Format =>
  typeof header === 'string' && header.trim().toLowerCase() === 'v4' ? 'nested' : 'flat';

export const presentList = (answer: Answer, paging: Paging, format: Format): string =>
  `{"data":${listText(answer, format)},"meta":{"pagination":${pagingText(paging, answer.answer.total)}}}`;

/** `answer` is a list of one. */
export const presentOne = (answer: Answer, format: Format): string =>
  `{"data":${listText(answer, format).slice(1, -1)},"meta":{}}`;

const listText = ({ answer, plan }: Answer, format: Format): string =>
  format === 'flat' ? answer.text() : JSON.stringify(nestList(answer.documents(), plan.shape));
