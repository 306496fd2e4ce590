import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.js';

/** Whether the same request may succeed later. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 0 || error.status === 503);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => isPassing(error) && count < 5,
      retryDelay: (count) => Math.min(500 * 2 ** count, 8000),
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnWindowFocus: false,
    },
  },
});
