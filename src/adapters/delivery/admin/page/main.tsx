import './tokens.css';
import './ui/base.css';
import './ui/forced-colors.css';
import './ui/touch.css';
import './shell/shell.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { pseudoLanguage } from '../contract/languages.js';
import { speak, speakPseudo } from './messages/messages.js';
import { isPseudo, languageNow } from './session/look.js';
import { queryClient } from './session/query-client.js';
import { router } from './shell/router.js';

const place = document.querySelector('#page');
if (place === null) throw new Error('the page has no place for its content');
const code = isPseudo ? pseudoLanguage.code : languageNow().code;
await (code === pseudoLanguage.code ? speakPseudo() : speak(code));
createRoot(place).render(
  <I18nProvider locale={code}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </I18nProvider>,
);
