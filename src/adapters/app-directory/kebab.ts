/**
 * Returns the part of a UID for a folder or file name, as existing projects expect: `blog-post` for `blogPost` and
 * `blog_post`.
 */
export const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[\s_]+/g, '-')
    .toLowerCase();
