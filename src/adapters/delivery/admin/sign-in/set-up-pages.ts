import type { BegunSecondFactor } from '../../../../application/administration/use-cases.js';
import { paths } from '../contract/paths.js';
import { Html, html } from './html.js';
import { field, form, hidden, page, type FormState } from './pages.js';

/** `isNeeded`: the page opens only with a second factor. */
export function setUpPage(
  state: FormState,
  { sealed, uri, picture }: BegunSecondFactor,
  isNeeded: boolean,
): string {
  const { say } = state.speech;
  return page(
    state,
    say('form.setUp'),
    html`<p>${say(isNeeded ? 'form.setUp.needed' : 'form.setUp.offered')}</p>
      <p>${say('form.setUp.text')}</p>
      <div class="qr" role="img" aria-label="${say('form.setUp.picture')}">${new Html(picture)}</div>
      <p class="hint">${say('form.setUp.secret')}</p>
      <p><code>${new URL(uri).searchParams.get('secret')}</code></p>
      ${form(state, paths.setUp, say('form.setUp.do'), [
        hidden('sealed', sealed),
        field({
          name: 'code',
          label: say('form.code'),
          type: 'text',
          autocomplete: 'one-time-code',
          isFirst: true,
        }),
      ])}
      ${
        isNeeded
          ? html`<p><a href="${state.base}${paths.signOut}">${say('form.out.do')}</a></p>`
          : html`<p><a href="${state.base}">${say('form.setUp.later')}</a></p>`
      }`,
  );
}

/** Shown only once. */
export const recoveryPage = (state: FormState, codes: readonly string[]): string =>
  page(
    state,
    state.speech.say('form.recovery'),
    html`<p>${state.speech.say('form.recovery.text')}</p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a href="${state.base}">${state.speech.say('form.code.do')}</a></p>`,
  );
