import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { asksForSocket } from '../../codec/upgrade.js';
import type { Serving, ServingDependencies } from './open-serving.js';
import { defaultGraphqlOptions, type GraphqlOptions } from './options.js';
import { servePlayground } from './playground.js';
import { sendMethodNotAllowed } from './send-answer.js';
import type { BuildSchema } from './served-schemas.js';

export interface GraphqlGateDependencies extends Omit<ServingDependencies, 'options'> {
  readonly options?: Partial<GraphqlOptions>;
}

/** The GraphQL endpoint. */
export interface GraphqlGate {
  /** Answers the requests of the endpoint and calls `next` for all others. */
  readonly handler: RequestHandler;
  /**
   * Starts to serve: builds the schema of the configured format at once. Rejects if that fails. Until the first call of
   * this or of `offer` the endpoint does not exist.
   */
  open(build: BuildSchema): Promise<void>;
  /** Starts to serve, but builds the schema when a request first needs it, or `load` asks for it. */
  offer(build: BuildSchema): void;
  /** Builds what was offered. Rejects if that fails. */
  load(): Promise<void>;
  /** Whether a request is the handshake of a WebSocket that the endpoint serves. */
  takesSocket(req: IncomingMessage): boolean;
  /** Closes the WebSockets, and refuses later ones. */
  endSockets(): void;
  close(): Promise<void>;
}

/** Creates the endpoint. What answers requests is loaded with the schema: it is a fifth of the time of a start. */
export function createGraphqlGate({ options: given, ...dependencies }: GraphqlGateDependencies): GraphqlGate {
  const options = { ...defaultGraphqlOptions, ...given };
  const { live } = dependencies;
  let serving: (() => Promise<Serving>) | undefined;
  let opening: Promise<Serving> | undefined;
  let loaded: Serving | undefined;
  let isEnding = false;
  live?.observations.addSource(() => ({ kind: 'web-sockets', open: loaded?.openSockets() ?? 0 }));
  const openServing = async (build: BuildSchema): Promise<Serving> => {
    const opened = await (await import('./open-serving.js')).openServing(build, { ...dependencies, options });
    if (isEnding) opened.endSockets();
    return (loaded = opened);
  };
  const offer = (build: BuildSchema): void => {
    opening = undefined;
    serving = () => (opening ??= openServing(build));
  };
  const load = async (): Promise<void> => {
    await serving?.();
  };
  return {
    handler: (req, res, next) => {
      const rest = restOf(req.path, options.endpoint);
      if (serving === undefined || rest === undefined) return next();
      if (rest === '' && asksForSocket(req))
        return void serving()
          .then((it) => it.answerSocket(req, res))
          .catch(next);
      if (options.playground && servePlayground(req, res, options.endpoint, rest)) return;
      if (rest !== '') return next();
      if (req.method !== 'GET' && req.method !== 'POST') return sendMethodNotAllowed(res, 'GET, POST');
      serving()
        .then((it) => it.run(req, res, next))
        .catch(next);
    },
    open: (build) => {
      offer(build);
      return load();
    },
    offer,
    load,
    takesSocket: (req) =>
      live !== undefined && asksForSocket(req) && restOf(pathOf(req), options.endpoint) === '',
    endSockets: () => {
      isEnding = true;
      loaded?.endSockets();
    },
    close: async () => {
      serving = undefined;
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/** Returns the rest of a path below the endpoint, `''` for the endpoint itself, and undefined for another path. */
function restOf(path: string, endpoint: string): string | undefined {
  const plain = path.endsWith('/') ? path.slice(0, -1) : path;
  if (plain.toLowerCase() === endpoint.toLowerCase()) return '';
  return plain.toLowerCase().startsWith(`${endpoint.toLowerCase()}/`)
    ? plain.slice(endpoint.length)
    : undefined;
}
