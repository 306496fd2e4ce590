import { assertValidSchema, type GraphQLSchema } from 'graphql';
import type { Bulk } from '../../../../application/bulk/run-bulk.js';
import type { Log } from '../../../../application/ports/log.js';
import {
  createSubscriptions,
  type Authenticate,
  type LiveDelivery,
  type Subscribe,
} from '../live/create-subscriptions.js';
import {
  createStreamSubscription,
  eventFrame,
  type StreamSubscription,
} from '../live/stream-subscription.js';
import { createDirectReads, type AnswerDirectly } from '../read/create-direct-reads.js';
import type { ResponseFormat, Shape } from '../shape/shape.js';
import { shapes } from '../shape/shapes.js';
import { createRunTogether, type RunTogether } from '../write/run-together.js';
import type { RunningApollo } from './create-apollo.js';
import { createValidate, type ValidateDocument } from './create-validate.js';
import type { GraphqlOptions } from './options.js';
import type { ErrorPresentation } from './present-error.js';

export type BuildSchema = (format: ResponseFormat) => Promise<GraphQLSchema>;

/** Everything that depends on the schema that is served. */
export interface Served {
  readonly schema: GraphQLSchema;
  readonly presentation: ErrorPresentation & { readonly shape: Shape };
  /** Starts Apollo at the first call. */
  readonly apollo: () => Promise<RunningApollo>;
  readonly validate: ValidateDocument;
  readonly answer: AnswerDirectly;
  readonly together: RunTogether;
  /** Null: there are no subscriptions. */
  readonly subscriptions: Subscriptions | null;
  close(): Promise<void>;
}

/** The subscriptions of a schema over each transport. */
interface Subscriptions {
  readonly stream: StreamSubscription;
  /** Frames are results as JSON. */
  readonly socket: Subscribe<string>;
}

export interface SchemaDependencies {
  readonly authenticate: Authenticate;
  readonly log: Log;
  readonly options: GraphqlOptions;
  /** Absent: mutations cannot be atomic. */
  readonly bulk?: Pick<Bulk, 'together'> | undefined;
  /** Absent: there are no subscriptions. */
  readonly live?: LiveDelivery | undefined;
}

function openSchema(schema: GraphQLSchema, format: ResponseFormat, dependencies: SchemaDependencies): Served {
  assertValidSchema(schema);
  const { bulk, log, options } = dependencies;
  const presentation = { suggestions: options.suggestions, shape: shapes[format], log };
  let started: Promise<RunningApollo> | undefined;
  const start = async (): Promise<RunningApollo> => {
    // A fifth of the time of a start; servers that answer reads of generated fields only never need it.
    const { createApollo } = await import('./create-apollo.js');
    return createApollo(schema, options, presentation);
  };
  return {
    schema,
    presentation,
    apollo: () => (started ??= start()),
    close: async () => {
      await (await started)?.stop();
    },
    validate: createValidate(schema, options.introspection),
    answer: createDirectReads(schema, log),
    together: createRunTogether(schema, bulk, presentation),
    subscriptions: subscriptionsOf(schema, dependencies, presentation),
  };
}

function subscriptionsOf(
  schema: GraphQLSchema,
  { live, authenticate }: SchemaDependencies,
  presentation: ErrorPresentation,
): Subscriptions | null {
  if (live === undefined || !schema.getSubscriptionType()) return null;
  const subscribing = <Frame>(frame: (json: string) => Frame): Subscribe<Frame> =>
    createSubscriptions(schema, live, authenticate, presentation, frame);
  return {
    stream: createStreamSubscription(live.changes, subscribing(eventFrame), presentation),
    socket: subscribing((json) => json),
  };
}

export interface ServedSchemas {
  /** Returns null if the app has no schema in this format. */
  of(format: ResponseFormat): Promise<Served | null>;
  close(): Promise<void>;
}

/** Opens the schema of the configured format. Rejects if that fails. The other is opened once, on its first use. */
export async function openSchemas(
  build: BuildSchema,
  dependencies: SchemaDependencies,
): Promise<ServedSchemas> {
  const { log, options } = dependencies;
  const openOne = async (format: ResponseFormat): Promise<Served> =>
    openSchema(await build(format), format, dependencies);
  const { responseFormat } = options;
  const opened = new Map<ResponseFormat, Promise<Served | null>>([
    [responseFormat, Promise.resolve(await openOne(responseFormat))],
  ]);
  const refused = (format: ResponseFormat, thrown: unknown): null => {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    log.warn('the GraphQL schema cannot be served in a format that a request asks for', { format, reason });
    return null;
  };
  return {
    of: (format) => {
      const known = opened.get(format) ?? openOne(format).catch((thrown: unknown) => refused(format, thrown));
      opened.set(format, known);
      return known;
    },
    close: async () => {
      for (const one of opened.values()) await (await one)?.close();
    },
  };
}
