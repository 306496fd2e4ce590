/** How many targets of each relation come with an entry. */
export const linksWithEntry = 25;

/** How many targets of a relation the page reads at once, of those that do not come with the entry. */
export const linksInPage = 50;

/** How many labels of each relation come with a row of a list. */
export const labelsInRow = 3;

/** How many entries one request changes. Requests for more than these are refused, so that each is short and can be the last. */
export const bulkSize = 50;

/** How many entries each list of the first screen has at most, and how many `seen` may name. */
export const homeEntries = 8;

/** A token is near its end, or has ended lately, within so many milliseconds. */
export const soonMs = 14 * 24 * 3_600_000;

export const longestViewName = 60;

/** How many deleted entries a page has. */
export const deletedPage = 25;

/** How many entries are found by their title, and the longest text that is looked for. */
export const foundEntries = 10;
export const longestSought = 100;

/** How many entries an export has at most. */
export const mostExported = 100_000;

/** How many entries an export may name; more are taken as all that match. */
export const mostNamed = 1_000;

/** How many files are looked up together whether anything uses them, and how many versions of entries are read for it. */
export const mostLookedUp = 10_000;
export const mostSearched = 200_000;

/** How many files that nothing uses are answered. */
export const mostUnused = 300;

/** How many targets of each relation an entry has in an export. */
export const linksInExport = 100;
