import { releaseStates, type Release, type ReleaseProblem } from '../../../application/releases/release.js';
import { systemPrincipal } from '../../../domain/permission/permission.js';
import type { Result } from '../../../domain/result.js';
import { command, flag } from './command.js';
import { withDocuments } from './in-session.js';
import { listed, noted, printed } from './outcome.js';

const page = 'releases';

const actionsOption = { value: 'UID:DOCUMENT[:LOCALE]', isRepeated: true } as const;

export const releaseCommands = [
  command({
    name: 'release create',
    operands: ['NAME'],
    options: { at: { value: 'TIME' }, publish: actionsOption, unpublish: actionsOption },
    summary: 'plan that documents are published and unpublished together; prints its id',
    page,
    read([name], { at, publish, unpublish }) {
      const actions = [...actionsOf('publish', publish), ...actionsOf('unpublish', unpublish)];
      if (actions.length === 0) return '--publish or --unpublish is missing';
      return withDocuments(async ({ releases }) => {
        const created = await releases.create(systemPrincipal, { name, at, actions });
        return created.ok ? printed(created.value.documentId) : explained(created);
      });
    },
  }),
  command({
    name: 'release list',
    options: { state: { value: releaseStates.join('|') }, json: flag },
    summary: 'list the latest hundred releases',
    page,
    read(_, { state, json }) {
      const wanted = releaseStates.find((one) => one === state);
      if (state !== undefined && wanted === undefined) return `--state is ${releaseStates.join(', ')}`;
      return withDocuments(async ({ releases }) => {
        const asked = { limit: 100, ...(wanted !== undefined && { state: wanted }) };
        const found = await releases.list(systemPrincipal, asked);
        return found.ok ? listed(found.value.map(row), json, 'There are no releases.') : found;
      });
    },
  }),
  command({
    name: 'release check',
    operands: ['ID'],
    summary: 'say what would keep a release from happening now',
    page,
    read: ([id]) =>
      withDocuments(async ({ releases }) => {
        const found = await releases.check(systemPrincipal, id);
        if (!found.ok) return found;
        return found.value.length === 0 ? noted('Nothing.') : printed(sentences(found.value));
      }),
  }),
  command({
    name: 'release run',
    operands: ['ID'],
    summary: 'let a release happen now',
    page,
    read: ([id]) =>
      withDocuments(async ({ releases }) => {
        const done = await releases.run(systemPrincipal, id);
        return done.ok ? noted(`Release ${done.value.name} has happened.`) : explained(done);
      }),
  }),
  command({
    name: 'release cancel',
    operands: ['ID'],
    summary: 'cancel a release',
    page,
    read: ([id]) =>
      withDocuments(async ({ releases }) => {
        const cancelled = await releases.cancel(systemPrincipal, id);
        return cancelled.ok ? noted(`Release ${cancelled.value.name} is cancelled.`) : cancelled;
      }),
  }),
];

const actionsOf = (action: 'publish' | 'unpublish', texts: readonly string[]) =>
  texts.map((text) => {
    // A uid has two colons of its own: api::article.article:<documentId>:<locale>.
    const [, type = text, documentId, locale] = /^([^:]+::[^:]+)(?::([^:]+))?(?::([^:]+))?$/.exec(text) ?? [];
    return { action, type, ...(documentId && { documentId }), ...(locale && { locale }) };
  });

type Refused = Extract<Result<never>, { ok: false }>;

/** Adds the problems to the message. */
function explained(refused: Refused): Refused {
  const { details, message } = refused.failure;
  const problems = details?.['problems'] as readonly ReleaseProblem[] | undefined;
  if (problems === undefined) return refused;
  return { ok: false, failure: { ...refused.failure, message: `${message}:\n${sentences(problems)}` } };
}

const sentences = (problems: readonly ReleaseProblem[]): string =>
  problems.map(({ index, message }) => `action ${index + 1}: ${message}`).join('\n');

const row = ({ documentId, name, state, at, actions, planner, problems }: Release) => ({
  id: documentId,
  name,
  state,
  at,
  actions: actions.map(({ action, type, documentId: one, locale }) =>
    [action, type, one ?? '', locale ?? ''].join(' ').trim(),
  ),
  plannedBy: planner.name,
  problems: problems.map(({ message }) => message),
});
