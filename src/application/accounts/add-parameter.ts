/** The address with this in its query too, in place of what it had under the name. */
export function addParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}
