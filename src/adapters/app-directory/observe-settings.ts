import * as t from 'io-ts';
import { codec } from './config-codec.js';
import { Flag, Host, MillisecondsOrNone, Port } from './setting-codecs.js';
import { described, setting } from './setting.js';

const Readers = codec<'off' | 'tokens' | 'public'>('off, tokens or public', (raw) =>
  raw === 'off' || raw === 'tokens' || raw === 'public' ? raw : undefined,
);

const MetricsToken = codec('a text of 16 characters or more, without spaces (secret)', (raw) =>
  t.string.is(raw) && /^[\x21-\x7e]{16,}$/.test(raw) ? raw : undefined,
);

/** What the server lets its operators see (docs/monitoring.md). */
export const observeSettings = {
  observe: {
    requests: setting(
      'REQUEST_LOG',
      'server.observe.requests',
      Flag,
      false,
      'Whether the log has a line for each request',
    ),
    slowMs: setting(
      'SLOW_REQUEST_MS',
      'server.observe.slowMs',
      MillisecondsOrNone,
      0,
      'Milliseconds from which on a request is logged as slow, with the shape of its plans; 0: none',
    ),
    metricsToken: setting(
      'METRICS_TOKEN',
      'server.observe.metricsToken',
      MetricsToken,
      described('none'),
      'The bearer token with which Prometheus reads /_metrics; without token and port there are no metrics',
    ),
    metricsPort: setting(
      'METRICS_PORT',
      'server.observe.metricsPort',
      Port,
      described('none'),
      'A port of its own for /_metrics, which then is not on PORT',
    ),
    metricsHost: setting(
      'METRICS_HOST',
      'server.observe.metricsHost',
      Host,
      '127.0.0.1',
      'The address that METRICS_PORT listens on',
    ),
    serverTiming: setting(
      'SERVER_TIMING',
      'server.observe.serverTiming',
      Readers,
      'tokens',
      'Who gets Server-Timing with the header Prefer: server-timing: API tokens, everybody (public), or nobody (off)',
    ),
  },
};
