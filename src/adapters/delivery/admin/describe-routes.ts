import { proofFor } from './proof.js';
import type { Needed, Route, RouteDescription } from './route.js';
import { routes } from './routes.js';
import { signInRoutes } from './sign-in/sign-in-api.js';

/** A route as the OpenAPI document shows it. */
export interface DescribedRoute extends RouteDescription {
  readonly about: string;
  /** The statuses of its refusals. */
  readonly refusals: readonly number[];
  /** Whether it is for who is not signed in. */
  readonly isOpen: boolean;
}

/** Describes all routes, with what they need. */
export const describeRoutes = (): readonly DescribedRoute[] => [
  ...signInRoutes.map((one) => described(one, [], true)),
  ...routes.map((one) => described(one, [needed(one.needs), proof(one)], false)),
];

/** Every route refuses with 403 those whose role needs a second factor that they lack. */
function described(one: RouteDescription, notes: readonly string[], isOpen: boolean): DescribedRoute {
  const { method, path, about = '', also = [], limit } = one;
  const isWrite = method !== 'GET';
  const refusals = [
    400,
    ...(isOpen && path !== 'second-factor' ? [] : [401]),
    403,
    ...(path.includes(':') ? [404] : []),
    ...(isWrite ? [409] : []),
    ...(limit === undefined ? [] : [429]),
    ...also.filter((status) => status >= 400),
  ];
  const sentences = [about, ...notes].filter((note) => note !== '');
  return { ...one, about: sentences.join(' '), refusals: [...new Set(refusals)], isOpen };
}

function needed(needs: Needed): string {
  if (needs === null) return '';
  if (needs === 'everything') return 'Needs all grants.';
  const { action, on, isPartial, orOwn } = needs;
  const place = on === ':uid' ? 'the content-type' : `\`${on}\``;
  const limits = isPartial === true ? '' : ', without fields and filters';
  return `Needs \`${action}\` on ${place}${limits}${orOwn === true ? ', but not for what one has made oneself' : ''}.`;
}

function proof(one: Route): string {
  const asks = proofFor(one);
  if (asks === undefined) return '';
  const members = asks === 'always' ? '' : ` with ${asks.map((name) => `\`${name}\``).join(' or ')}`;
  return `Asks for a recent proof${members}: otherwise 403 with the name \`ProofRequiredError\` (\`POST prove\`).`;
}
