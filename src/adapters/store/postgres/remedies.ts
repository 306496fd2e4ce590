import { codeOf } from './database-error.js';

/** By SQLSTATE; `urlSetting` is the setting that the address of the database comes from. */
type Remedies = Readonly<Record<string, (urlSetting: string) => string>>;

const ofConnections: Remedies = {
  '3D000': (urlSetting) => `create the database (createdb), or name another in ${urlSetting}`,
  '28P01': (urlSetting) => `correct the user and the password of ${urlSetting}`,
  '28000': (urlSetting) => `correct the user of ${urlSetting}, or let it in by pg_hba.conf`,
  '42501': (urlSetting) =>
    `let the user of ${urlSetting} in (GRANT CONNECT ON DATABASE), or name another user`,
  '53300': () => 'let the server take more connections, or give fewer to each client (DATABASE_POOL_SIZE)',
  '55000': () => 'let the database accept connections (ALTER DATABASE … ALLOW_CONNECTIONS true)',
  '57P03': () => 'wait until the server has started',
};

const ofStatements: Remedies = {
  '42501': (urlSetting) =>
    `let the user of ${urlSetting} own its schema and the tables of Quire (ALTER TABLE … OWNER TO …)`,
};

/** What the operator can do so that the database accepts connections. */
export const connectionRemedy = (error: unknown, urlSetting: string): string | undefined =>
  ofConnections[codeOf(error)]?.(urlSetting);

/** What the operator can do about statements that fail as long as nobody does anything; undefined for others. */
export const statementRemedy = (error: unknown, urlSetting: string): string | undefined =>
  ofStatements[codeOf(error)]?.(urlSetting);
