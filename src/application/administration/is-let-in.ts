import type { ProviderRules } from './dependencies.js';

/** Whether providers may sign in somebody with this address, which is lower case. */
export const isLetIn = ({ addresses }: ProviderRules, email: string): boolean =>
  addresses.some((one) =>
    one.startsWith('@') ? email.slice(email.lastIndexOf('@')) === one : email === one,
  );
