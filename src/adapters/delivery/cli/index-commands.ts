import type { IndexService, ReportedIndex } from '../../../application/indexes/create-index-service.js';
import type { Result } from '../../../domain/result.js';
import { command, flag, type Run } from './command.js';
import { withTrail } from './in-session.js';
import { listed, noted, type Outcome } from './outcome.js';

const page = 'indexes';

const withIndexes = (work: (indexes: IndexService) => Promise<Result<Outcome>>): Run =>
  withTrail(({ indexes }) => work(indexes));

export const indexCommands = [
  command({
    name: 'indexes',
    options: { json: flag },
    summary: 'list the indexes: what is there, what is proposed and why, what is unused',
    page,
    read: (_, { json }) =>
      withIndexes(async (indexes) => {
        const found = await indexes.list();
        if (!found.ok) return found;
        const rows = json
          ? found.value.map((index) => ({ ...index }))
          : found.value.filter(({ attributes }) => attributes.length > 0).map(row);
        return listed(rows, json, 'No attribute has an index, and none is proposed.');
      }),
  }),
  command({
    name: 'indexes make',
    operands: ['NAME'],
    summary: 'make a proposed index now, while documents are read and written',
    page,
    read: ([name]) =>
      withIndexes(async (indexes) => {
        const made = await indexes.make(name);
        return made.ok ? noted(`${name} is made.`) : made;
      }),
  }),
  command({
    name: 'indexes drop',
    operands: ['NAME'],
    summary: 'remove an index that was made by itself; it is not made again for 30 days',
    page,
    read: ([name]) =>
      withIndexes(async (indexes) => {
        const done = await indexes.drop(name);
        return done.ok ? noted(`${name} is removed.`) : done;
      }),
  }),
];

const row = ({ type, layer, attributes, state, name, bytes, uses, why }: ReportedIndex) => ({
  state,
  type,
  layer,
  attributes,
  size: bytes === null ? '-' : `${Math.ceil(bytes / 1024)} kB`,
  uses: uses === null ? '-' : `used ${uses} times`,
  name,
  why: why === '' ? '-' : why,
});
