import { MongoServerError } from 'mongodb';

export const namespaceNotFound = 26;
export const indexNotFound = 27;
export const namespaceExists = 48;

/** Handles errors with these codes: what a command should bring about is so already. */
export const ignoring =
  (...codes: readonly number[]) =>
  (error: unknown): void => {
    if (!(error instanceof MongoServerError) || !codes.includes(Number(error.code))) throw error;
  };
