import { GraphQLID, GraphQLInt, GraphQLList, GraphQLNonNull } from 'graphql';
import type { RefusalReports } from '../../../../application/audit/refusals.js';
import type { ReleaseRequest } from '../../../../application/releases/check-release-request.js';
import type { Release, ReleaseState } from '../../../../application/releases/release.js';
import type { ReleaseService } from '../../../../application/releases/release-service.js';
import { failure } from '../../../../domain/failure.js';
import { releaseType as releaseUid } from '../../../../domain/schema/built-in-uids.js';
import { presentRelease } from '../../codec/present-release.js';
import { failureError } from '../client-error.js';
import type { Args } from '../read/decode-arguments.js';
import type { Generation } from '../schema/generation.js';
import type { YieldingFields } from '../schema/named-field.js';
import { problemType, releaseInput, releaseType, releaseTypeNames, stateType } from './release-types.js';
import { useCaseFields } from './use-case-fields.js';

/** The fields for releases: the use cases of `/api/releases`. */
export function releaseFields(
  generation: Generation,
  releases: ReleaseService,
  reports: RefusalReports,
): YieldingFields {
  const release = new GraphQLNonNull(releaseType(generation));
  const problem = new GraphQLNonNull(problemType(generation));
  const id = { documentId: { type: new GraphQLNonNull(GraphQLID) } };
  const data = { data: { type: new GraphQLNonNull(releaseInput(generation)) } };
  const field = useCaseFields(releaseUid, reports);
  const one = field<Release>(presentRelease, release);
  const fields = [
    field<readonly Release[]>((all) => all.map(presentRelease), new GraphQLNonNull(new GraphQLList(release)))(
      'Query',
      'plannedReleases',
      'find',
      { state: { type: stateType(generation) }, limit: { type: GraphQLInt, defaultValue: 25 } },
      async (principal, args) => releases.list(principal, listed(args)),
    ),
    one('Query', 'plannedRelease', 'findOne', id, (principal, args) => releases.find(principal, idIn(args))),
    one('Mutation', 'planRelease', 'create', data, (principal, args) =>
      releases.create(principal, requestIn(args)),
    ),
    one('Mutation', 'changeRelease', 'update', { ...id, ...data }, (principal, args) =>
      releases.update(principal, idIn(args), requestIn(args)),
    ),
    field<readonly unknown[]>((all) => all, new GraphQLNonNull(new GraphQLList(problem)))(
      'Mutation',
      'checkRelease',
      'find',
      id,
      (principal, args) => releases.check(principal, idIn(args)),
    ),
    one('Mutation', 'runRelease', 'update', id, (principal, args) => releases.run(principal, idIn(args))),
    one('Mutation', 'cancelRelease', 'delete', id, (principal, args) =>
      releases.cancel(principal, idIn(args)),
    ),
  ];
  return { fields, typeNames: releaseTypeNames };
}

const idIn = ({ documentId }: Args): string => String(documentId);

/** GraphQL has checked the form; the service checks the rest. */
const requestIn = ({ data }: Args): ReleaseRequest => data as ReleaseRequest;

function listed({ state, limit }: Args) {
  const count = limit === null ? 25 : Number(limit);
  if (count < 1 || count > 100)
    throw failureError(failure('QUERY.INVALID', 'limit must be a number from 1 to 100', { key: 'limit' }));
  return { limit: count, ...(typeof state === 'string' && { state: state as ReleaseState }) };
}
