/**
 * A username with an `@` is taken for an address: by whoever logs in, and by who reads it. So it is one's own, or the
 * owner of that address could not register, and would be taken for somebody else.
 */
export const isOtherAddress = (username: string, email: string): boolean =>
  username.includes('@') && username.toLowerCase() !== email.toLowerCase();
