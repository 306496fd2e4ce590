import type { SignedInAdministrator } from '../../../../application/administration/use-cases.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { AdminDependencies } from '../call.js';
import { paths } from '../contract/paths.js';
import { readCookie } from '../cookies.js';
import { go, refusal, send, stateOf, type Exchange, type FormRoute } from './form-exchange.js';
import { noticePage } from './pages.js';
import { recoveryPage, setUpPage } from './set-up-pages.js';
import { limited } from './sign-in-api.js';

/** Adds a second factor to a sign-in that was made a moment ago: because the role needs one, or as an offer. */
export const setUpForm: FormRoute = {
  async show(dependencies, exchange) {
    const me = await signedIn(dependencies, exchange);
    if (me !== null) await showSetUp(dependencies, exchange, me);
  },
  async take(dependencies, exchange, { sealed = '', code = '' }) {
    const { administration } = dependencies;
    const me = await signedIn(dependencies, exchange);
    if (me === null) return;
    const counted = await limited(dependencies, exchange.req, 'adminCode');
    const made: Result<readonly string[]> = counted.ok
      ? await administration.confirmSecondFactor(me.principal, { sealed, code })
      : counted;
    if (made.ok) return send(exchange, 200, recoveryPage(stateOf(dependencies, exchange), made.value));
    const [status, problem] = refusal(dependencies, exchange, made.failure);
    return showSetUp(dependencies, exchange, me, { sealed, status, problem });
  },
};

/** Null if the answer is sent: the form is for who has no second factor and has just signed in. */
async function signedIn(
  dependencies: AdminDependencies,
  exchange: Exchange,
): Promise<SignedInAdministrator | null> {
  const token = readCookie(exchange.req, dependencies.options, 'admin');
  const found = token === null ? ok(null) : await dependencies.administration.authenticate(token);
  if (!found.ok) send(exchange, 503, noticePage(stateOf(dependencies, exchange), 'away'));
  else if (found.value === null) go(dependencies, exchange, paths.signIn);
  else if (found.value.administrator.hasSecondFactor) go(dependencies, exchange, '');
  else if (!found.value.isRecent) go(dependencies, exchange, paths.signIn);
  else return found.value;
  return null;
}

async function showSetUp(
  dependencies: AdminDependencies,
  exchange: Exchange,
  { principal, mustSetUp }: SignedInAdministrator,
  refused?: { readonly sealed: string; readonly status: number; readonly problem: string },
): Promise<void> {
  const begun = await dependencies.administration.beginSecondFactor(principal, refused?.sealed);
  if (!begun.ok) {
    const [status] = refusal(dependencies, exchange, begun.failure);
    return send(exchange, status, noticePage(stateOf(dependencies, exchange), 'away'));
  }
  const state = stateOf(dependencies, exchange, refused?.problem);
  send(exchange, refused?.status ?? 200, setUpPage(state, begun.value, mustSetUp));
}
