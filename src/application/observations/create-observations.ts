import type { ObservationKind, Observations, Observer, State } from '../ports/observations.js';

/** Passes each observation to the observers of its kind. */
export function createObservations(observers: readonly Observer[]): Observations {
  const byKind = new Map<ObservationKind, readonly Observer[]>();
  for (const kind of new Set(observers.flatMap(({ kinds }) => kinds)))
    byKind.set(
      kind,
      observers.filter(({ kinds }) => kinds.includes(kind)),
    );
  const around = observers.filter(({ within }) => within !== undefined);
  const sources: (() => State)[] = [];
  return {
    has: (kind) => byKind.has(kind),
    observe: (observation) => {
      for (const observer of byKind.get(observation.kind) ?? []) observer.observe(observation);
    },
    within: (request, work) =>
      around.reduce((inner, observer) => () => observer.within?.(request, inner), work)(),
    addSource: (read) => void sources.push(read),
    state: () => sources.map((read) => read()),
  };
}

/** Nobody observes anything. */
export const unobserved: Observations = {
  has: () => false,
  observe: () => {},
  within: (_request, work) => work(),
  addSource: () => {},
  state: () => [],
};
