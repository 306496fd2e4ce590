/** As the records of files say it: thousands of bytes, to two places. */
export const sizeInKilobytes = (bytes: number): number => Math.round(bytes / 10) / 100;
