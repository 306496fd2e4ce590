import { watchLoopDelay } from '../loop-delay.js';
import { NumberMetric, type Metric } from './series.js';

export interface ProcessMetrics {
  readonly metrics: readonly Metric[];
  /** Reads the present values. */
  read(): void;
  close(): void;
}

/** What the process uses, under the names that Prometheus clients give these metrics. */
export function createProcessMetrics(): ProcessMetrics {
  const gauge = (name: string, help: string): NumberMetric => new NumberMetric(name, help, 'gauge');
  const cpu = new NumberMetric('process_cpu_seconds_total', 'Processor time of the process.', 'counter');
  const memory = gauge('process_resident_memory_bytes', 'Resident memory of the process.');
  const heap = gauge('nodejs_heap_size_used_bytes', 'Used heap of V8.');
  const start = gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.');
  const lag = gauge(
    'nodejs_eventloop_lag_p99_seconds',
    'Delay of the event loop since the last scrape (p99).',
  );
  start.set('', performance.timeOrigin / 1000);
  const delay = watchLoopDelay();
  return {
    metrics: [cpu, memory, heap, start, lag],
    read() {
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed } = process.memoryUsage();
      cpu.set('', (user + system) / 1e6);
      memory.set('', rss);
      heap.set('', heapUsed);
      lag.set('', delay.read().p99 / 1000);
    },
    close: delay.close,
  };
}
