import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log } from '../../../application/ports/log.js';
import type { Sampler, TraceLimit } from './trace-limit.js';

/** The SDK of OpenTelemetry, which sends what is observed. */
export interface Telemetry {
  /** The signals that are sent. */
  readonly signals: Signals;
  /** Bounds new traces; null if a variable, or an SDK that was started before, decides which to take. */
  readonly limit: TraceLimit | null;
  /** Sends what is left, and gives up after some seconds. */
  close(): Promise<void>;
}

export interface Signals {
  readonly traces: boolean;
  readonly metrics: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with which an operator asks for telemetry. Others, such as `OTEL_SERVICE_NAME`, only describe it. */
const asking = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
  'OTEL_METRICS_EXPORTER',
];

const sdkName = '@opentelemetry/sdk-node';

/**
 * Starts the SDK if standard variables ask for it, from the packages of the app. Returns null without them, or if the
 * SDK is not installed, which is logged. An SDK that was started before, by `node --import`, is used as it is.
 */
export async function startTelemetry(
  environment: Environment,
  directory: string,
  log: Log,
): Promise<Telemetry | null> {
  if (environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return null;
  const earlier = registeredSignals();
  if (earlier.traces || earlier.metrics) return { signals: earlier, limit: null, close: async () => {} };
  const variable = asking.find((name) => !['', 'none', undefined].includes(environment[name]));
  if (variable === undefined) return null;
  const path = locate(directory);
  if (path === undefined) {
    log.warn(`${variable} is set, but nothing is sent: npm install ${sdkName}`);
    return null;
  }
  const { NodeSDK } = (await import(pathToFileURL(path).href)) as SdkModule;
  const limit = environment['OTEL_TRACES_SAMPLER'] ? null : await import('./trace-limit.js');
  const traceLimit = limit?.createTraceLimit(maxTraces) ?? null;
  const sdk = new NodeSDK({
    ...(isUnnamed(environment) && { serviceName: 'quire' }),
    ...(limit && traceLimit && { sampler: limit.limitedSampler(traceLimit) }),
  });
  sdk.start();
  return { signals: registeredSignals(), limit: traceLimit, close: () => shutDown(sdk, log) };
}

/** New traces of a server in a second, if no variable says which to take: they cost some 3 ms of a processor. */
const maxTraces = 20;

const isUnnamed = (environment: Environment): boolean =>
  (environment['OTEL_SERVICE_NAME'] ?? environment['OTEL_RESOURCE_ATTRIBUTES']) === undefined;

interface SdkOptions {
  readonly serviceName?: string;
  readonly sampler?: Sampler;
}

interface Sdk {
  start(): void;
  shutdown(): Promise<void>;
}

interface SdkModule {
  readonly NodeSDK: new (options: SdkOptions) => Sdk;
}

/** Where the API keeps what an SDK has registered. Loading the API to ask it would slow down every start. */
const registry = Symbol.for('opentelemetry.js.api.1');

interface Registered {
  readonly trace?: unknown;
  readonly metrics?: unknown;
}

function registeredSignals(): Signals {
  const { trace, metrics } = (globalThis as { readonly [registry]?: Registered })[registry] ?? {};
  return { traces: trace !== undefined, metrics: metrics !== undefined };
}

function locate(directory: string): string | undefined {
  for (const from of [join(directory, 'package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve(sdkName);
    } catch {
      // It may be with the other one.
    }
  }
  return undefined;
}

const shutdownMs = 5_000;

async function shutDown(sdk: Sdk, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, shutdownMs);
  });
  try {
    await Promise.race([sdk.shutdown(), late]);
  } catch (error) {
    log.warn('the last traces and metrics were not sent', { error });
  } finally {
    clearTimeout(timer);
  }
}
