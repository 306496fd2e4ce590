/** One measured request. `make(i)` returns the ith of an endless series, whose ids, pages and values vary. */
export interface Case {
  readonly name: string;
  readonly kind: 'read' | 'write';
  make(i: number): BenchRequest;
  /** A second way to make the same request to Quire, measured instead of the hand-written server. */
  readonly beside?: Beside;
  /** The only store on which it is measured. */
  readonly on?: 'postgres';
  /** The links that the case adds, which are removed after each round. */
  readonly grows?: 'guideStops' | 'postTopics' | 'topicRelated';
}

export interface Beside {
  make(i: number): BenchRequest;
  /** The part of the answers that must be equal; the whole answer by default. */
  data?(body: unknown, from: 'case' | 'beside'): unknown;
}

/** The principal of a request. The tokens of both are in the environment of the load process. */
export type Asker = 'token' | 'user';
export const tokenVariables: Readonly<Record<Asker, string>> = { token: 'BENCH_TOKEN', user: 'BENCH_JWT' };

export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
  /** The public by default. */
  readonly by?: Asker;
}
