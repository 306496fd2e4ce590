import { ok } from '../../../../domain/result.js';
import { AccessFile, AccessFileBody, AccessFileMade, AccessFilePlan } from '../contract/access-file.js';
import { replyWith } from '../people.js';
import { route, type Route } from '../route.js';

/** Roles, their grants and tokens as a file. Its grants are for owners: they may be more than those of another role. */
export const accessFileRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'access-file',
    summary: 'Export roles of the content, grants and tokens, without secrets',
    needs: 'everything',
    gives: AccessFile,
    run: ({ accessFilesFor }, { principal }) => replyWith(accessFilesFor(principal).export()),
  }),
  route({
    method: 'POST',
    path: 'access-file/plan',
    summary: 'Say what an access file would change',
    needs: 'everything',
    takes: AccessFileBody,
    gives: AccessFilePlan,
    async run({ accessFilesFor }, { principal, body: { file, prune } }) {
      const planned = await accessFilesFor(principal).apply(file, { prune, dryRun: true });
      if (!planned.ok) return planned;
      const { changes, kept } = planned.value;
      return ok({ data: { changes, kept } });
    },
  }),
  route({
    method: 'POST',
    path: 'access-file/apply',
    summary: 'Change access to what a file says',
    about: 'With `expected`, only if the changes are these.',
    needs: 'everything',
    takes: AccessFileBody,
    gives: AccessFileMade,
    run: ({ accessFilesFor }, { principal, body: { file, prune, expected } }) =>
      replyWith(
        accessFilesFor(principal).apply(file, { prune, dryRun: false, ...(expected && { expected }) }),
      ),
  }),
];
