/** Has links of a page of the documentation to other pages lead to `base`, as `./media.md#files` to `/admin/docs/media`. */
export const linksWithin = (text: string, base: string): string =>
  text.replaceAll(/\]\((?:\.\/)?([\w-]+)\.md(?:#[\w-]*)?\)/g, (_link, page: string) => `](${base}/${page})`);

/** Has pictures of a page of the documentation come from where `addressOf` says. Of one that is nowhere, its text is shown. */
export const withPictures = (text: string, addressOf: (name: string) => string | undefined): string =>
  text.replaceAll(
    /\]\((pictures\/([\w.-]+))\)/g,
    (_picture, path: string, name: string) => `](${addressOf(name) ?? path})`,
  );
