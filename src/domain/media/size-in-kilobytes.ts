/** The unit of file records: thousands of bytes, with two decimal places. */
export const sizeInKilobytes = (bytes: number): number => Math.round(bytes / 10) / 100;
