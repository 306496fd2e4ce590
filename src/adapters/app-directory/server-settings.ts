import * as t from 'io-ts';
import { defaultLiveLimits } from '../../application/live-changes/live-changes.js';
import { codec, unread } from './config-codec.js';
import { Headers, Origins } from './cors-setting.js';
import { loadSettings } from './load-settings.js';
import { Proxy } from './proxy-setting.js';
import { Bytes, Count, Flag, Host, Milliseconds, Port, PublicUrl, Text } from './setting-codecs.js';
import { described, setting } from './setting.js';

const Tasks = codec('an object of tasks by name', (raw) => (t.UnknownRecord.is(raw) ? raw : undefined));

const HeaderTexts = codec('an object of texts', (raw) =>
  t.record(t.string, t.string).is(raw) && !Array.isArray(raw) ? raw : undefined,
);

const Hosts = codec('a list of host names or addresses', (raw) => {
  const hosts = typeof raw === 'string' ? raw.split(',').map((host) => host.trim()) : raw;
  const isList =
    Array.isArray(hosts) && hosts.every((host) => typeof host === 'string' && /^[^\s/]+$/.test(host));
  return isList ? (hosts as readonly string[]) : undefined;
});

export const serverSettings = {
  environment: setting(
    'NODE_ENV',
    null,
    Text,
    'development',
    'development, production or another name; also chooses config/env/<name>/',
  ),
  host: setting(
    'HOST',
    'server.host',
    Host,
    described('127.0.0.1; 0.0.0.0 with NODE_ENV=production'),
    'The address to listen on',
  ),
  port: setting('PORT', 'server.port', Port, 1337, 'The port to listen on; 0 takes a free one'),
  publicUrl: setting(
    'PUBLIC_URL',
    'server.url',
    PublicUrl,
    described('none'),
    'The address that clients use, where a proxy stands before the server: links in mails and the origin of pages',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'server.proxy',
    Proxy,
    false,
    'Whether X-Forwarded-For says where requests come from: true behind one proxy, their number, or their addresses',
  ),
  cron: {
    enabled: setting(
      null,
      'server.cron.enabled',
      Flag,
      false,
      'Whether the tasks of server.cron.tasks run (docs/plugins-and-cron.md)',
    ),
    tasks: setting(
      null,
      'server.cron.tasks',
      Tasks,
      described('none'),
      'Scheduled tasks by name: { task, options }',
    ),
  },
  audit: {
    enabled: setting(
      'AUDIT',
      'server.audit.enabled',
      Flag,
      true,
      'Whether the server records who wrote what (docs/audit.md)',
    ),
    days: setting('AUDIT_DAYS', 'server.audit.days', Count, 90, 'Days that records are kept'),
  },
  changeLog: {
    days: setting(
      'CHANGE_LOG_DAYS',
      'server.changeLog.days',
      Count,
      7,
      'Days that the log of writes keeps its entries (docs/change-log.md)',
    ),
  },
  cache: {
    enabled: setting(
      'READ_CACHE',
      'server.cache.enabled',
      Flag,
      false,
      'Whether answers are kept in memory and used again until something of them is written (PostgreSQL; docs/read-cache.md)',
    ),
    maxBytes: setting(
      'READ_CACHE_BYTES',
      'server.cache.maxBytes',
      Bytes,
      67_108_864,
      'The most memory that kept answers take, in each process',
    ),
  },
  liveChanges: {
    enabled: setting(
      'LIVE_CHANGES',
      'server.liveChanges.enabled',
      Flag,
      true,
      'Whether clients can listen to changes, over Server-Sent Events and WebSockets (docs/live-changes.md)',
    ),
    maxListeners: setting(
      'LIVE_LISTENERS',
      'server.liveChanges.listeners',
      Count,
      defaultLiveLimits.maxListeners,
      'Listeners of one server at most, and WebSockets',
    ),
    maxListenersPerCaller: setting(
      'LIVE_LISTENERS_PER_CALLER',
      'server.liveChanges.perCaller',
      Count,
      defaultLiveLimits.maxListenersPerCaller,
      'Listeners of one user, one API token, or one address of the public at most, and WebSockets',
    ),
  },
  history: {
    enabled: setting(
      'HISTORY',
      'server.history.enabled',
      Flag,
      true,
      'Whether earlier versions of documents are kept (docs/history.md)',
    ),
  },
  webhooks: {
    defaultHeaders: setting(
      null,
      'server.webhooks.defaultHeaders',
      HeaderTexts,
      described('none'),
      'Headers that every webhook sends (docs/webhooks.md)',
    ),
    populateRelations: setting(
      null,
      'server.webhooks.populateRelations',
      Flag,
      true,
      'Whether webhooks send one level of relations',
    ),
    privateHosts: setting(
      'WEBHOOK_PRIVATE_HOSTS',
      'server.webhooks.privateHosts',
      Hosts,
      described('none'),
      'Hosts that webhooks may call although their addresses are not public: "127.0.0.1, search.internal"',
    ),
    timeoutMs: setting(
      'WEBHOOK_TIMEOUT_MS',
      'server.webhooks.timeoutMs',
      Milliseconds,
      10_000,
      'Milliseconds that a webhook may take to answer',
    ),
    days: setting(
      'WEBHOOK_DAYS',
      'server.webhooks.days',
      Count,
      14,
      'Days that deliveries which have ended are kept',
    ),
  },
  load: loadSettings,
  cors: {
    origins: setting(
      'CORS_ORIGINS',
      'server.cors.origins',
      Origins,
      described('*'),
      'Origins whose pages browsers let use the API: https://shop.example.org, …, or * for any',
    ),
    credentials: setting(
      'CORS_CREDENTIALS',
      'server.cors.credentials',
      Flag,
      described('false'),
      'Whether pages of these origins may send cookies; CORS_ORIGINS then has to name them',
    ),
    headers: setting(
      'CORS_HEADERS',
      'server.cors.headers',
      Headers,
      described('*'),
      'Names of headers that their requests may have, or * for any',
    ),
  },
};

/** Keys of existing projects that have no effect here. */
export const otherServerKeys = unread(
  'server.app',
  'server.emitErrors',
  'server.dirs',
  'server.http',
  'server.logger',
  'server.transfer',
  'server.socket',
  'server.admin',
  'server.absoluteUrl',
  'server.globalProxy',
);
