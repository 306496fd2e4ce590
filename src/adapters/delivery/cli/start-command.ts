import type { Result } from '../../../domain/result.js';
import { ok } from '../../../domain/result.js';
import { command, type Context, type Run, type ServeRequest } from './command.js';
import type { Problem } from './describe-problem.js';

const options = { port: { value: 'N' }, host: { value: 'H' } } as const;

/** Each holds connections to the database. */
const mostWorkers = 64;

export const startCommand = command({
  name: 'start',
  options: { ...options, workers: { value: 'N|auto' } },
  summary: 'serve the content API',
  page: 'settings',
  read: (_, { workers: given, ...address }) => {
    const workers = given === 'auto' || given === undefined ? given : Number(/^\d+$/.exec(given)?.[0]);
    if (typeof workers === 'number' && !(workers >= 1 && workers <= mostWorkers))
      return `--workers ${JSON.stringify(given)} is neither auto nor a number from 1 to ${mostWorkers}`;
    return serving(
      address,
      ({ start }) =>
        (request) =>
          start({ ...request, ...(workers !== undefined && { workers }) }),
    );
  },
});

export const developCommand = command({
  name: 'dev',
  options,
  summary: 'serve the content API, and follow changes of files',
  page: 'development',
  read: (_, address) => serving(address, ({ develop }) => develop),
});

type Serve = (request: ServeRequest) => Promise<Result<void, Problem>>;

interface Address {
  readonly port: string | undefined;
  readonly host: string | undefined;
}

function serving({ port, host }: Address, choose: (context: Context) => Serve): Run | string {
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    return `--port ${JSON.stringify(port)} is not a port from 0 to 65535`;
  if (host === '') return '--host is empty';
  const address = { ...(port !== undefined && { port }), ...(host !== undefined && { host }) };
  return async (context) => {
    const served = await choose(context)({ app: context.app, ...address });
    return served.ok ? ok({ result: '', done: true }) : served;
  };
}
