/** The locales that content can be written in. */
export interface Locales {
  /** The code of the default one, as of now. */
  readonly default: string;
  /** Whether there is such a locale. Looks again before it says no: another process may have just added it. */
  knows(code: string): Promise<boolean>;
}
