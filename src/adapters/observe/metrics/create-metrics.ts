import type {
  Observation,
  ObservedRequest,
  Observer,
  State,
} from '../../../application/ports/observations.js';
import { createProcessMetrics } from './process-metrics.js';
import { HistogramMetric, labelText, NumberMetric } from './series.js';

/** Counts observations, and writes them in the text format of Prometheus (version 0.0.4). */
export interface Metrics extends Observer {
  /** `state` is that of the moment. */
  text(state: readonly State[]): string;
  close(): void;
}

const requestBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const statementBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

const counter = (name: string, help: string): NumberMetric => new NumberMetric(name, help, 'counter');
const gauge = (name: string, help: string): NumberMetric => new NumberMetric(name, help, 'gauge');

/** Labels have names of the schema, of code, and of this program only, so that clients cannot make series. */
export function createMetrics(): Metrics {
  const table = metricTable();
  const process = createProcessMetrics();
  const all = [...Object.values(table), ...process.metrics];
  return {
    kinds: [
      'request-began',
      'request-ended',
      'statement',
      'retry',
      'refusal',
      'follower-step',
      'live-events',
      'live-drop',
      'cached-read',
      'replica-read',
    ],
    observe: (observation) => count(table, observation),
    text(state) {
      process.read();
      for (const one of state) readState(table, one);
      return all.map((metric) => metric.text()).join('');
    },
    close: () => process.close(),
  };
}

function metricTable() {
  const table = {
    requests: counter('quire_requests_total', 'Answered requests.'),
    durations: new HistogramMetric(
      'quire_request_duration_seconds',
      'Time from the head of a request to its answer.',
      requestBounds,
    ),
    stages: counter(
      'quire_request_stage_seconds_total',
      'Time of requests in planning, in the queue, and in the store.',
    ),
    cost: counter('quire_request_cost_total', 'Estimated cost of plans, in units of about 5 microseconds.'),
    inProgress: gauge('quire_requests_in_progress', 'Requests without an answer.'),
    refusals: counter(
      'quire_refusals_total',
      'Refusals by code: by the gate before a request is read, or by the application.',
    ),
    statements: new HistogramMetric(
      'quire_statement_duration_seconds',
      'Time of statements, with the round trip.',
      statementBounds,
    ),
    statementErrors: counter(
      'quire_statement_errors_total',
      'Failed statements by the code of the database.',
    ),
    retries: counter('quire_write_retries_total', 'Writes that were repeated after they had lost a race.'),
    connections: gauge('quire_database_connections', 'Connections of the pool.'),
    connectionsAwaited: gauge('quire_database_connections_awaited', 'Calls that wait for a connection.'),
    running: gauge('quire_queries_running', 'Reads and writes of clients that run.'),
    waiting: gauge('quire_queries_waiting', 'Reads and writes of clients that wait for their turn.'),
    followed: counter(
      'quire_follower_entries_total',
      'Entries of the change log that followers have handled, failed to handle, or set aside.',
    ),
    followers: gauge('quire_follower_active', 'Whether this server works for a follower.'),
    listeners: gauge('quire_live_listeners', 'Listeners to live changes.'),
    listenerGroups: gauge('quire_live_listener_groups', 'Groups of listeners that share reads.'),
    sockets: gauge('quire_websockets', 'Open WebSockets of subscriptions.'),
    liveEvents: counter('quire_live_events_total', 'Events for listeners, once for each group.'),
    liveDrops: counter('quire_live_drops_total', 'Listeners that were ended because they did not read.'),
    cachedReads: counter(
      'quire_cached_reads_total',
      'Reads where answers are kept: answered from memory, by the database, or never kept.',
    ),
    keptAnswers: gauge('quire_kept_answers', 'Answers in memory.'),
    keptBytes: gauge('quire_kept_answers_bytes', 'Memory of kept answers.'),
    replicaReads: counter(
      'quire_replica_reads_total',
      'Reads that replicas may answer, by what has answered: a replica, the primary, or the primary after a replica.',
    ),
    replicas: gauge('quire_replica_used', 'Processes whose reads a replica answers.'),
    replicaLag: gauge('quire_replica_lag_seconds', 'Age of the content of a replica at most.'),
    followerLag: gauge('quire_follower_lag_seconds', 'Age of the oldest entry that is not handled.'),
  };
  table.inProgress.set('', 0);
  return table;
}

type MetricTable = ReturnType<typeof metricTable>;

function count(table: MetricTable, observation: Observation): void {
  switch (observation.kind) {
    case 'request-began':
      return table.inProgress.add('', 1);
    case 'request-ended':
      return countRequest(table, observation.request);
    case 'refusal':
      return table.refusals.add(labelText({ code: observation.code, by: observation.by }));
    case 'follower-step': {
      const { name: follower, outcome, entries } = observation;
      return table.followed.add(labelText({ follower, outcome }), entries);
    }
    case 'live-events':
      return table.liveEvents.add('', observation.events);
    case 'live-drop':
      return table.liveDrops.add('');
    case 'cached-read':
      return table.cachedReads.add(labelText({ outcome: observation.outcome }));
    case 'replica-read':
      return table.replicaReads.add(labelText({ by: observation.by }));
    case 'retry':
      return table.retries.add(labelText({ system: observation.system }));
    case 'statement': {
      const { system, beganAt, endedAt, error } = observation;
      const labels = labelText({ system });
      table.statements.observe(labels, (endedAt - beganAt) / 1000);
      if (error !== undefined) table.statementErrors.add(labelText({ system, code: knownCode(error) }));
      return;
    }
  }
}

function countRequest(table: MetricTable, request: ObservedRequest): void {
  const { api, type, action, method, status, beganAt, endedAt, cost } = request;
  const served = labelText({ api, type, action });
  table.inProgress.add('', -1);
  table.requests.add(`${served},method="${method}",status="${statusClass(status)}"`);
  table.durations.observe(served, (endedAt - beganAt) / 1000);
  table.stages.add('stage="plan"', request.planMs / 1000);
  table.stages.add('stage="queue"', request.queueMs / 1000);
  table.stages.add('stage="store"', request.storeMs / 1000);
  if (cost > 0) table.cost.add(served, cost);
}

function readState(table: MetricTable, state: State): void {
  if (state.kind === 'admission') {
    table.running.set('', state.running);
    table.waiting.set('', state.waiting);
    return;
  }
  if (state.kind === 'live-changes') {
    table.listeners.set('', state.listeners);
    table.listenerGroups.set('', state.groups);
    return;
  }
  if (state.kind === 'web-sockets') return table.sockets.set('', state.open);
  if (state.kind === 'read-cache') {
    table.keptAnswers.set('', state.answers);
    table.keptBytes.set('', state.bytes);
    return;
  }
  if (state.kind === 'follower') {
    const labels = labelText({ follower: state.name });
    table.followers.set(labels, state.isActive ? 1 : 0);
    table.followerLag.set(labels, state.isActive ? state.lagMs / 1000 : 0);
    return;
  }
  if (state.kind === 'replica') {
    const labels = labelText({ replica: String(state.number) });
    table.replicas.set(labels, state.isUsed ? 1 : 0);
    if (state.lagMs !== null) table.replicaLag.set(labels, state.lagMs / 1000);
    return;
  }
  const { system, used, idle, waiting } = state;
  table.connections.set(labelText({ system, state: 'used' }), used);
  table.connections.set(labelText({ system, state: 'idle' }), idle);
  table.connectionsAwaited.set(labelText({ system }), waiting);
}

const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

/** SQLSTATEs, numbers of MongoDB, and codes of the system are few. */
const knownCode = (code: string): string => (/^[A-Z0-9_]{1,20}$/.test(code) ? code : 'other');
