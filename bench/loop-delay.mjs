// Loaded into a server that is measured: each second it writes how long its event loop stood, in milliseconds, and how much
// processor time it took at most between two turns, which other processes of the machine have no part in.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolution = 5;
const delay = monitorEventLoopDelay({ resolution });
delay.enable();
const ms = (ns) => Math.max(0, ns / 1e6 - resolution).toFixed(1);

let [last, longest] = [process.cpuUsage(), 0];
setInterval(() => {
  const now = process.cpuUsage();
  longest = Math.max(longest, (now.user + now.system - last.user - last.system) / 1000);
  last = now;
}, resolution).unref();

setInterval(() => {
  process.stdout.write(
    `loop ${ms(delay.percentile(50))} ${ms(delay.percentile(99))} ${ms(delay.max)} ${longest.toFixed(1)}\n`,
  );
  longest = 0;
  delay.reset();
}, 1000).unref();
