import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.js';

/**
 * How often the same request is sent again before anything is said. A screen whose server has no database says so sooner, as it
 * goes on trying while it does.
 */
function triesAfter(error: unknown): number {
  if (!(error instanceof ApiFailure)) return 0;
  return error.status === 0 ? 5 : error.status === 503 ? 3 : 0;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < triesAfter(error),
      retryDelay: (count) => Math.min(500 * 2 ** count, 8000),
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnWindowFocus: false,
    },
  },
});
