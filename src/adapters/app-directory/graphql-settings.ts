import { codec, decode, unread } from './config-codec.js';
import { Count, Flag } from './setting-codecs.js';
import { described, setting, type Values } from './setting.js';

const Endpoint = codec('a path such as "/graphql"', (raw) =>
  typeof raw === 'string' && /^(\/[A-Za-z0-9._~-]+)+$/.test(raw) ? raw : undefined,
);

/** Existing projects write -1 for "no limit of its own". */
const CountOrAny = codec(`${Count.name}, or -1`, (raw) =>
  raw === -1 || raw === '-1' ? Infinity : decode(Count, raw).value,
);

const Format = codec('"v4" or "v5"', (raw) => (raw === 'v4' || raw === 'v5' ? raw : undefined));

/** The switch of Strapi 5, whose nested form is another than that of Strapi 4. */
const CompatibilityMode = codec(
  'false',
  (raw) => (raw === false || raw === 'false' ? false : undefined),
  () =>
    'must be false or absent: true adds deprecated fields to the flat format in Strapi 5, and here responseFormat "v4" has the format of Strapi 4, which the header Strapi-Response-Format chooses for one request',
);

const config = 'plugins.graphql.config';

export const graphqlSettings = {
  graphql: {
    enabled: setting(null, 'plugins.graphql.enabled', Flag, true, 'Whether there is a GraphQL endpoint'),
    endpoint: setting(null, `${config}.endpoint`, Endpoint, '/graphql', 'Its path'),
    responseFormat: setting(
      'GRAPHQL_RESPONSE_FORMAT',
      `${config}.responseFormat`,
      Format,
      described('v4; v5 with v4CompatibilityMode: false'),
      'The format of schema and answers (docs/graphql.md)',
    ),
    v4CompatibilityMode: setting(
      null,
      `${config}.v4CompatibilityMode`,
      CompatibilityMode,
      described('none'),
      'Only false, which existing projects have: the format is v5',
    ),
    shadowCRUD: setting(
      null,
      `${config}.shadowCRUD`,
      Flag,
      true,
      'Whether types and root fields are generated for content-types',
    ),
    playgroundAlways: setting(
      null,
      `${config}.playgroundAlways`,
      Flag,
      false,
      'Whether browsers get GraphiQL in production too',
    ),
    introspection: setting(
      null,
      `${config}.apolloServer.introspection`,
      Flag,
      described('true; false with NODE_ENV=production'),
      'Whether clients may read the schema',
    ),
    depthLimit: setting(null, `${config}.depthLimit`, Count, 10, 'Levels of a query at most'),
    costLimit: setting(null, `${config}.costLimit`, Count, 1000, 'Cost of a query at most (docs/graphql.md)'),
    defaultLimit: setting(
      null,
      `${config}.defaultLimit`,
      Count,
      10,
      'Documents of a list where the query names no number',
    ),
    maxLimit: setting(
      null,
      `${config}.maxLimit`,
      CountOrAny,
      described('none'),
      'Documents of a list at most; -1 for what amountLimit says',
    ),
    amountLimit: setting(null, `${config}.amountLimit`, Count, 100, 'The same: the smaller of both counts'),
  },
};

/** Options of Apollo Server that are not settings; docs/apollo-server.md describes them. */
export const otherGraphqlKeys = unread(
  'plugins.graphql.resolve',
  `${config}.landingPage`,
  `${config}.generateArtifacts`,
  `${config}.artifacts`,
  `${config}.apolloServer.tracing`,
  `${config}.apolloServer.cache`,
);

export interface GraphqlConfig {
  readonly responseFormat: 'v4' | 'v5';
  readonly enabled: boolean;
  readonly endpoint: string;
  readonly shadowCRUD: boolean;
  readonly playground: boolean;
  readonly introspection: boolean;
  readonly depthLimit: number;
  readonly costLimit: number;
  /** The number of documents in a list by default, and the maximum. */
  readonly defaultLimit: number;
  readonly maxLimit: number;
}

/** GraphiQL and introspection are off in production, unless the settings turn them on. */
export function graphqlConfig(
  {
    playgroundAlways,
    amountLimit,
    responseFormat,
    v4CompatibilityMode,
    ...values
  }: Values<typeof graphqlSettings>['graphql'],
  environment: string,
): GraphqlConfig {
  const isOpen = environment !== 'production';
  return {
    introspection: isOpen,
    ...values,
    responseFormat: responseFormat ?? (v4CompatibilityMode === false ? 'v5' : 'v4'),
    playground: playgroundAlways || isOpen,
    maxLimit: Math.min(values.maxLimit ?? Infinity, amountLimit),
  };
}
