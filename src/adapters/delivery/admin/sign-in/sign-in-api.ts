import type { Request, Response } from 'express';
import { checkCount, type LimitedUseCase } from '../../../../application/accounts/rate-limits.js';
import type { OpenedSignIn } from '../../../../application/administration/use-cases.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { failure, notFound } from '../../../../domain/failure.js';
import { reason } from '../../../../domain/reason/reason.js';
import { sendFailure, sendReply } from '../answers.js';
import type { AdminDependencies } from '../call.js';
import { paths } from '../contract/paths.js';
import { ForgotBody, ResetBody, SecondFactorBody, SignInAnswer, SignInBody } from '../contract/sign-in.js';
import { readCookie, setCookie } from '../cookies.js';
import { decodeBody, readBody } from '../decode-body.js';
import { clientOf, isPrivateEnough } from '../guard.js';
import type { RouteDescription } from '../route.js';
import { resetMailFor } from './mails.js';

/** Forms and these bodies are small. */
export const longestForm = 16 * 1024;

/** Counts a request of this address; undefined: it has no limit. */
export async function limited(
  { rateLimits }: Pick<AdminDependencies, 'rateLimits'>,
  req: Request,
  useCase: LimitedUseCase | undefined,
): Promise<Result<void>> {
  if (useCase === undefined) return ok(undefined);
  return checkCount(await rateLimits.count(useCase, clientOf(req).network));
}

const tooOpen = failure('POLICY.DENIED', reason('signIn.plain'));

const longestSeconds = 30 * 24 * 3600;

/** Gives the browser the sign-in. */
export const keepSignIn = (
  { options }: Pick<AdminDependencies, 'options'>,
  exchange: { readonly req: Request; readonly res: Response },
  { token, waits }: OpenedSignIn,
): void => setCookie(exchange, options, 'admin', token, waits ? undefined : longestSeconds);

type Step = (
  dependencies: AdminDependencies,
  req: Request,
  res: Response,
) => Promise<Result<OpenedSignIn | null>>;

/** Signs in without a page, for one whose sign-in has ended while it was open. Returns whether the path is one of these. */
export async function serveSignInApi(
  dependencies: AdminDependencies,
  req: Request,
  res: Response,
  path: string,
): Promise<boolean> {
  const route = signInRoutes.find((one) => one.path === path);
  if (route === undefined) return false;
  const done = await runOpen(dependencies, route, req, res);
  if (!done.ok) sendFailure(dependencies, res, done.failure);
  else if (done.value === null) sendReply(res, {});
  else {
    keepSignIn(dependencies, { req, res }, done.value);
    const data: SignInAnswer = { next: done.value.waits ? 'second-factor' : 'start' };
    sendReply(res, { data });
  }
  return true;
}

async function runOpen(
  dependencies: AdminDependencies,
  { limit, run }: SignInRoute,
  req: Request,
  res: Response,
): ReturnType<Step> {
  if (req.method !== 'POST') return err(notFound);
  if (!isPrivateEnough(dependencies, req)) return err(tooOpen);
  const counted = await limited(dependencies, req, limit);
  return counted.ok ? run(dependencies, req, res) : counted;
}

const signIn: Step = async (dependencies, req, res) => {
  const read = await readBody(req, res, 'json', longestForm);
  const body = read.ok ? decodeBody(SignInBody, read.value) : read;
  if (!body.ok) return body;
  return dependencies.administration.signIn(body.value.email, body.value.password, clientOf(req));
};

const passSecondFactor: Step = async (dependencies, req, res) => {
  const read = await readBody(req, res, 'json', longestForm);
  const body = read.ok ? decodeBody(SecondFactorBody, read.value) : read;
  if (!body.ok) return body;
  const token = readCookie(req, dependencies.options, 'admin') ?? '';
  return dependencies.administration.passSecondFactor(token, body.value.code, clientOf(req));
};

const forgot: Step = async (dependencies, req, res) => {
  const read = await readBody(req, res, 'json', longestForm);
  const body = read.ok ? decodeBody(ForgotBody, read.value) : read;
  if (!body.ok) return body;
  dependencies.administration.forgotPassword(
    body.value.email,
    clientOf(req),
    resetMailFor(dependencies, req),
  );
  return ok(null);
};

const reset: Step = async (dependencies, req, res) => {
  const read = await readBody(req, res, 'json', longestForm);
  const body = read.ok ? decodeBody(ResetBody, read.value) : read;
  if (!body.ok) return body;
  const { code, password } = body.value;
  // A link for a new administrator needs a name and an address besides.
  return dependencies.administration.useLink(code, { name: '', email: '', password }, clientOf(req));
};

const signOut: Step = async (dependencies, req, res) => {
  const token = readCookie(req, dependencies.options, 'admin');
  if (token !== null) {
    const ended = await dependencies.administration.signOut(token);
    if (!ended.ok) return ended;
  }
  setCookie({ req, res }, dependencies.options, 'admin', '');
  return ok(null);
};

interface SignInRoute extends RouteDescription {
  readonly run: Step;
}

/** The routes for who is not signed in. */
export const signInRoutes: readonly SignInRoute[] = [
  {
    method: 'POST',
    path: paths.signIn.slice(1),
    summary: 'Sign in',
    about: 'The session cookie comes with the answer.',
    takes: SignInBody,
    gives: SignInAnswer,
    limit: 'adminLogin',
    run: signIn,
  },
  {
    method: 'POST',
    path: paths.secondFactor.slice(1),
    summary: 'Finish a sign-in with the code of the second factor',
    takes: SecondFactorBody,
    gives: SignInAnswer,
    limit: 'adminCode',
    run: passSecondFactor,
  },
  {
    method: 'POST',
    path: paths.forgot.slice(1),
    summary: 'Ask for a mail with a link for another password',
    about: 'The answer is the same whether or not an administrator has the address.',
    takes: ForgotBody,
    limit: 'adminForgot',
    run: forgot,
  },
  {
    method: 'POST',
    path: paths.reset.slice(1),
    summary: 'Set another password with the code of such a link, and sign in',
    takes: ResetBody,
    gives: SignInAnswer,
    also: [404],
    limit: 'adminLink',
    run: reset,
  },
  {
    method: 'POST',
    path: paths.signOut.slice(1),
    summary: 'Sign out',
    run: signOut,
  },
];
