/** Calls `act` at the signal to replace all workers. A process that does not listen to it is ended by it. */
export function onRestartSignal(act: () => void): void {
  // Windows does not have it.
  if (process.platform !== 'win32') process.on('SIGUSR2', act);
}
