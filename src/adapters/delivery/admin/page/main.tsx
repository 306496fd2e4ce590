import './tokens.css';
import './ui/base.css';
import './shell/shell.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queryClient } from './session/query-client.js';
import { router } from './shell/router.js';

const place = document.querySelector('#page');
if (place === null) throw new Error('the page has no place for its content');
createRoot(place).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
