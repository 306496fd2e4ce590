/** The locales of content. */
export interface Locales {
  /** The code of the current default locale. */
  readonly default: string;
  /**
   * Whether the locale exists. Checks the store again before it returns false, because another process may have added
   * it.
   */
  has(code: string): Promise<boolean>;
}
