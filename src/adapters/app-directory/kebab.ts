const isKebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Capitals before a word (`HTMLPage`), words, capitals, and numbers. */
const words = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+/g;

/**
 * Returns the part of a UID for a folder or file name, as existing projects expect: `blog-post` for `blogPost` and
 * `blog_post`, `page-2` for `Page2`. A name in kebab case stays as it is: `page2`.
 */
export const kebab = (name: string): string =>
  isKebab.test(name) ? name : (name.match(words) ?? [name]).join('-').toLowerCase();
