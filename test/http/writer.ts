import { createWorld, type World } from './fixture.js';

export type Data = Readonly<Record<string, unknown>>;
type Answered = Awaited<ReturnType<World['full']>>['body'];

/** A world and a principal with every permission who writes to it. */
export interface Writer {
  readonly world: World;
  /** Posts `data` to the collection of a plural name; returns the body. */
  post(plural: string, data: Data, query?: string): Promise<Answered>;
  /** `path` after the prefix. */
  put(path: string, data: Data): Promise<Answered>;
  /** Posts an empty body to `path`, for actions; returns the body. */
  act(path: string): Promise<Answered>;
}

export function createWriter(): Writer {
  const world = createWorld();
  return {
    world,
    post: async (plural, data, query = '') =>
      (await world.full('post', `/api/${plural}${query}`).send({ data })).body,
    act: async (path) => (await world.full('post', `/api/${path}`)).body,
    put: async (path, data) => (await world.full('put', `/api/${path}`).send({ data })).body,
  };
}

export const namesOf = (list: unknown): readonly string[] =>
  (list as readonly { readonly Name: string }[]).map(({ Name }) => Name);
