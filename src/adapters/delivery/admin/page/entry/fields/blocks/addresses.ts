/** Whether a browser may follow an address: web, mail, telephone, and places of the site itself. */
export const isSafe = (url: string): boolean =>
  /^(https?:\/\/|mailto:|tel:|[/#?])/i.test(url) && !url.split('').some((sign) => sign <= ' ');

/** Whether an address is on this server: one slash, not two. */
export const isOwn = (url: string): boolean => /^\/(?![/\\])/.test(url);

/** Makes an address of what somebody typed; null if it can be none. */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  if (isSafe(text)) return text;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text)) return `mailto:${text}`;
  const isHost = /^[^\s:/?#]+\.[^\s:/?#]+([/?#:]\S*)?$/.test(text);
  return isHost ? `https://${text}` : null;
}
