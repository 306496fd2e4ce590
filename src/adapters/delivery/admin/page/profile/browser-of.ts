import { joinNames } from '../messages/messages.js';

/** The first that a browser names is what it is: all of them name others too. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

const nameIn = (agent: string, names: readonly (readonly [string, string])[]): string | undefined =>
  names.find(([mark]) => agent.includes(mark))?.[1];

/** The browser and the system that an agent names: `Firefox, Linux`. What is neither stays as it is; null: it names nothing. */
export function browserOf(agent: string | null): string | null {
  if (agent === null || agent === '') return null;
  const names = [nameIn(agent, browsers), nameIn(agent, systems)].filter((name) => name !== undefined);
  return names.length === 0 ? agent.slice(0, 60) : joinNames(names);
}
