import { defaultBudget, defaultLimits } from '../../application/documents/limits.js';
import { codec, unread } from './config-codec.js';
import { Count, Flag, Prefix } from './setting-codecs.js';
import { described, setting } from './setting.js';

const Access = codec('public, tokens or off', (raw) =>
  raw === 'public' || raw === 'tokens' || raw === 'off' ? raw : undefined,
);

export const apiSettings = {
  rest: {
    prefix: setting(null, 'api.rest.prefix', Prefix, '/api', 'The path before all routes of the content API'),
    defaultLimit: setting(
      null,
      'api.rest.defaultLimit',
      Count,
      25,
      'Documents of a list where the request names no number',
    ),
    maxLimit: setting(null, 'api.rest.maxLimit', Count, 100, 'Documents of a list at most'),
    withCount: setting(
      null,
      'api.rest.withCount',
      Flag,
      true,
      'Whether lists have the total where the request does not say',
    ),
  },
  openApiAccess: setting(
    'OPENAPI_ACCESS',
    'api.openapi.access',
    Access,
    described('public; tokens with NODE_ENV=production'),
    'Who may read openapi.json and the content-types: everybody, holders of full-access and read-only API tokens, or nobody',
  ),
  limits: {
    rows: setting(
      null,
      'api.limits.rows',
      Count,
      defaultLimits.rows,
      'Rows of one list at most, also of a populated relation',
    ),
    textSize: setting(
      null,
      'api.limits.textSize',
      Count,
      defaultLimits.textSize,
      'Characters of one answer at most',
    ),
  },
  minGroupSize: setting(
    'AGGREGATE_MIN_GROUP',
    'api.aggregate.minGroupSize',
    Count,
    1,
    'Documents of a group of an aggregate at least; smaller groups are left out (docs/aggregates.md)',
  ),
  budget: {
    cost: setting(
      'API_COST_LIMIT',
      'api.limits.cost',
      Count,
      defaultBudget.cost,
      'What one request may cost, in units of about 5 µs of the database (docs/rest.md, "What a request may cost")',
    ),
    relationDepth: setting(
      'API_RELATION_DEPTH',
      'api.limits.relationDepth',
      Count,
      defaultBudget.relationDepth,
      'Relations that one request may follow one after the other',
    ),
  },
};

export const otherApiKeys = {
  ...unread(
    'api.rest.strictParams',
    'api.rest.strictQueryParams',
    'api.rest.strictQuery',
    'api.rest.port',
    'api.documents',
  ),
  'api.responses.privateAttributes': codec(
    'absent: name them in options.privateAttributes of each schema.json',
    (raw) => (Array.isArray(raw) && raw.length === 0 ? raw : undefined),
  ),
};
