import type { Carrier } from './create-units.js';

/** A value that a carrier carries, within those of others. */
export interface Carried {
  readonly by: unknown;
  readonly value: unknown;
  readonly outer: Carried | undefined;
}

/**
 * Makes carriers that share one storage. Node 20 pays for each `AsyncLocalStorage` at every asynchronous step of the process,
 * also for those of stores that have closed, so that a module has one, however many stores it opens.
 */
export const carriersOver =
  (storage: Carrier<Carried | undefined>) =>
  <Value>(): Carrier<Value> => {
    const carrier: Carrier<Value> = {
      getStore() {
        let at = storage.getStore();
        while (at !== undefined && at.by !== carrier) at = at.outer;
        return at?.value as Value | undefined;
      },
      run(value, work) {
        const outer = without(carrier, storage.getStore());
        return storage.run({ by: carrier, value, outer }, work);
      },
    };
    return carrier;
  };

/** A list without what is hidden from now on, so that work which causes itself again and again does not grow it. */
function without(carrier: unknown, list: Carried | undefined): Carried | undefined {
  if (list === undefined) return undefined;
  const outer = without(carrier, list.outer);
  if (list.by === carrier) return outer;
  return outer === list.outer ? list : { ...list, outer };
}
