/** Paths below the path of the admin page, which is `/admin` unless a setting moves it. */
export const paths = {
  api: '/api',
  signIn: '/sign-in',
  secondFactor: '/second-factor',
  /** Where somebody adds a second factor to their sign-in before the page opens. */
  setUp: '/set-up',
  /** Where somebody asks for a link for another password, which leads to `welcome`. */
  forgot: '/forgot',
  /** Of the API only: takes the code of that link, and another password. */
  reset: '/reset',
  signOut: '/sign-out',
  /** `/provider/<name>` leads to the sign-in provider, `/provider/<name>/callback` back. */
  provider: '/provider',
  /** Where the link for a first or another administrator leads, with `?code=`. Looking at it uses nothing up. */
  welcome: '/welcome',
} as const;

/** Each request other than GET and HEAD under `/api` carries `Start.csrf` in this header. */
export const csrfHeader = 'X-Quire-Csrf';

/** Each answer to an administrator who is signed in names the version of the server in this header, as `Start.version` does. */
export const versionHeader = 'X-Quire-Version';
