/** Folder and file names become parts of uids in kebab case, as existing projects expect: `blogPost` and `blog_post` are `blog-post`. */
export const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[\s_]+/g, '-')
    .toLowerCase();
