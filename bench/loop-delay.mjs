// Loaded into a server that is measured. Each second it prints the event loop's delay in milliseconds, and the most
// processor time that the process used in one turn, on which other processes of the machine have no effect.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 5;
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
const ms = (ns) => Math.max(0, ns / 1e6 - resolutionMs).toFixed(1);

let [last, longest] = [process.cpuUsage(), 0];
setInterval(() => {
  const now = process.cpuUsage();
  longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1000);
  last = now;
}, resolutionMs).unref();

setInterval(() => {
  process.stdout.write(
    `loop ${ms(delay.percentile(50))} ${ms(delay.percentile(99))} ${ms(delay.max)} ${longest.toFixed(1)}\n`,
  );
  longest = 0;
  delay.reset();
}, 1000).unref();
