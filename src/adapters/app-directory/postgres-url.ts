/** The parameters of TLS that the driver has, with the values of those that are not free; others would be ignored in silence. */
const tlsParameters: Readonly<Record<string, readonly string[] | null>> = {
  sslmode: ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'],
  sslrootcert: null,
  sslcert: null,
  sslkey: null,
  sslnegotiation: ['postgres', 'direct'],
  ssl: ['true', '1', '0', 'no-verify'],
};

const parametersOf = (raw: unknown): URLSearchParams | undefined =>
  typeof raw === 'string' && /^postgres(ql)?:\/\//.test(raw) && URL.canParse(raw)
    ? new URL(raw).searchParams
    : undefined;

/** Says which parameter of TLS in the address of a PostgreSQL is unknown, or has an unknown value. */
export function wrongTls(raw: unknown): string | undefined {
  for (const [name, value] of parametersOf(raw) ?? []) {
    if (!/^ssl/i.test(name)) continue;
    const values = Object.hasOwn(tlsParameters, name) ? tlsParameters[name] : undefined;
    if (values === undefined)
      return `has the unknown parameter ${JSON.stringify(name)}: there are ${Object.keys(tlsParameters).join(', ')}`;
    if (values !== null && !values.includes(value))
      return `has the unknown ${name} ${JSON.stringify(value)}: known are ${values.join(', ')}`;
  }
  return undefined;
}

/** Returns the address of a PostgreSQL for the driver; undefined if it is none, or has wrong parameters of TLS. */
export function postgresUrl(raw: unknown): string | undefined {
  const parameters = parametersOf(raw);
  if (parameters === undefined || wrongTls(raw) !== undefined) return undefined;
  return parameters.get('uselibpqcompat') === 'true' ? String(raw) : verifying(String(raw));
}

/**
 * The driver verifies the certificate and the name in all these modes, and warns that a later version may not: by the name of
 * what it does, it neither warns nor changes.
 */
const verifying = (url: string): string =>
  url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|#|$)/g, '$1verify-full');
