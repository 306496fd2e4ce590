/** What stands behind the `?`, as it was sent. */
export function queryTextOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}
