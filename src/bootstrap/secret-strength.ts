const fewestBytes = 32;

/**
 * Minimum entropy of a secret in bits, from how often each of its characters occurs in it: one of some 100,000 random texts
 * of 32 hexadecimal digits has less than 96.
 */
const fewestBits = 80;

/** Secrets of examples and templates, in lower case and without separators. */
const examples = [
  'changeme',
  'changethis',
  'replaceme',
  'tobemodified',
  'yoursecret',
  'mysecret',
  'supersecret',
  'jwtsecret',
  'secretkey',
  'example',
  'placeholder',
  'password',
  'letmein',
];

/** Why a secret could be guessed, as the end of a sentence that begins with its name; null where it is good. */
export function weaknessOf(secret: string): string | null {
  const bytes = Buffer.byteLength(secret);
  if (bytes < fewestBytes) return `must have at least ${fewestBytes} bytes in production, and has ${bytes}`;
  const plain = secret.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const example = examples.find((text) => plain.includes(text));
  if (example !== undefined) return `must not be an example: it contains ${JSON.stringify(example)}`;
  if (isRepeated(secret)) return 'must not repeat itself';
  if (isSequence(secret)) return 'must not be a sequence of characters';
  return bitsOf(secret) < fewestBits ? 'must be random' : null;
}

/** In random text nearly all runs of three characters differ. */
function isRepeated(text: string): boolean {
  const runs = Array.from({ length: text.length - 2 }, (_, start) => text.slice(start, start + 3));
  return new Set(runs).size < runs.length * 0.75;
}

function isSequence(text: string): boolean {
  const steps = Array.from(text.slice(1), (_, index) =>
    Math.abs(text.charCodeAt(index + 1) - text.charCodeAt(index)),
  );
  return steps.filter((step) => step <= 1).length > steps.length / 2;
}

function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const length = Array.from(text).length;
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / length), 0);
}
