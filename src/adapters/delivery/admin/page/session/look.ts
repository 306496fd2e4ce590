/** The cookie that the server reads to write the theme into the page. */
const cookie = 'quire_admin_look';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const root = document.documentElement;

export const themeNow = (): Theme => themes.find((theme) => theme === root.dataset['theme']) ?? 'system';

export function setTheme(theme: Theme): void {
  root.dataset['theme'] = theme;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // The server reads it before there is a script, so that nothing flashes.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${cookie}=${theme}; Path=/; Max-Age=31536000; SameSite=Strict${secure}`;
}
