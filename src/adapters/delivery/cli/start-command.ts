import { ok } from '../../../domain/result.js';
import { command } from './command.js';

export const startCommand = command({
  name: 'start',
  options: { port: { value: 'N' }, host: { value: 'H' } },
  summary: 'serve the content API',
  page: 'settings',
  read(_, { port, host }) {
    if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
      return `--port ${JSON.stringify(port)} is not a port from 0 to 65535`;
    if (host === '') return '--host is empty';
    const address = { ...(port !== undefined && { port }), ...(host !== undefined && { host }) };
    return async ({ app, start }) => {
      const started = await start({ app, ...address });
      return started.ok ? ok({ result: '', done: true }) : started;
    };
  },
});
