/** Text of TypeScript in the form that prettier gives it, with single quotes. */

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns a string literal. */
export function quote(text: string): string {
  const count = (mark: string): number => text.split(mark).length - 1;
  const mark = count("'") > count('"') ? '"' : "'";
  const escaped = text.replaceAll(/[\\\p{Cc}\u2028\u2029]/gu, escape);
  return mark + escaped.replaceAll(mark, `\\${mark}`) + mark;
}

const escape = (character: string): string =>
  escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Returns the name of a member, in quotes where it needs them. */
export const memberName = (name: string): string => (/^[a-zA-Z_$][\w$]*$/.test(name) ? name : quote(name));

/** `api::blog-post.blog-post` → `ApiBlogPostBlogPost` */
export const interfaceName = (uid: string): string =>
  uid
    .replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9]?)/g, (_, first: string) => first.toUpperCase())
    .replace(/^(?=\d)/, 'Type');
