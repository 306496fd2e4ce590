/** What the server's programs see of our environment: no PG* setting of somebody else's server, and plain English. */
export const serverEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] }),
};
