import { isRight } from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeSetting, section, setting, type Decoded } from './config-section.js';
import { Count, Flag } from './setting-codecs.js';

/** The GraphQL endpoint (content-api.md, "Limits"). */
export interface GraphqlConfig {
  readonly enabled: boolean;
  readonly endpoint: string;
  /** Whether types and root fields are generated for content-types. */
  readonly shadowCRUD: boolean;
  readonly playground: boolean;
  readonly introspection: boolean;
  readonly depthLimit: number;
  readonly costLimit: number;
  /** Documents of a list where the request names no number, and at most. */
  readonly defaultLimit: number;
  readonly maxLimit: number;
}

const Endpoint = setting('a path such as "/graphql"', (raw) =>
  typeof raw === 'string' && /^(\/[A-Za-z0-9._~-]+)+$/.test(raw) ? raw : undefined,
);

/** Existing projects say -1 for "no limit of its own". */
const Limit = setting('a whole number from 1 on, or -1', (raw) =>
  raw === -1 || raw === '-1' ? Infinity : countOf(raw),
);

function countOf(raw: unknown): number | undefined {
  const count = Count.decode(raw);
  return isRight(count) ? count.right : undefined;
}

/** What of the server's options can be chosen: the others are as docs/apollo-server.md says. */
const Apollo = section({ introspection: Flag }, ['tracing', 'cache']);

const Settings = section(
  {
    endpoint: Endpoint,
    shadowCRUD: Flag,
    playgroundAlways: Flag,
    depthLimit: Count,
    costLimit: Count,
    amountLimit: Count,
    defaultLimit: Count,
    maxLimit: Limit,
    apolloServer: Apollo,
  },
  ['landingPage', 'generateArtifacts', 'artifacts'],
);

const Plugin = section({ enabled: Flag, config: Settings }, ['resolve']);

type GraphqlSettings = t.TypeOf<typeof Plugin>;

/** Decodes the part of `config/plugins.js` that is about GraphQL. */
export function decodeGraphql(raw: unknown): Decoded<GraphqlSettings> {
  const plugin = t.UnknownRecord.is(raw) ? raw['graphql'] : undefined;
  if (plugin === undefined || plugin === null) return { value: {}, refusals: [] };
  const { value, refusals } = decodeSetting(Plugin, plugin);
  const at = refusals.map(({ path, message }) => ({
    path: path === '' ? 'graphql' : `graphql.${path}`,
    message,
  }));
  return value === undefined ? { refusals: at } : { value, refusals: at };
}

/** Playground and introspection are off in production, unless they are asked for. */
export function combineGraphql(
  { enabled, config = {} }: GraphqlSettings,
  environment: string,
): GraphqlConfig {
  const isOpen = environment !== 'production';
  return {
    enabled: enabled ?? true,
    endpoint: config.endpoint ?? '/graphql',
    shadowCRUD: config.shadowCRUD ?? true,
    playground: config.playgroundAlways === true || isOpen,
    introspection: config.apolloServer?.introspection ?? isOpen,
    depthLimit: config.depthLimit ?? 10,
    costLimit: config.costLimit ?? 1000,
    defaultLimit: config.defaultLimit ?? 10,
    maxLimit: Math.min(config.maxLimit ?? Infinity, config.amountLimit ?? 100),
  };
}
