/** Has links of a page of the documentation to other pages lead to `base`, as `./media.md#files` to `/admin/docs/media`. */
export const linksWithin = (text: string, base: string): string =>
  text.replaceAll(/\]\((?:\.\/)?([\w-]+)\.md(?:#[\w-]*)?\)/g, (_link, page: string) => `](${base}/${page})`);
