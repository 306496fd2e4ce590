/** An action of a controller, bound to it. Its context is koa's. */
export type AppAction = (context: never, next?: () => Promise<unknown>) => unknown;

/** The controllers of an app, for the routes that name their actions. */
export interface Controllers {
  /**
   * Returns an action of the controller with this UID. Every content-type has a controller, whether or not a file makes
   * one. Undefined if there is no such controller or action.
   */
  actionOf(uid: string, action: string): AppAction | undefined;
  /** The actions of a controller, for messages; empty if there is none. */
  actionsOf(uid: string): readonly string[];
  /**
   * Whether the action is that of the server itself and uses no code of the app, so that a route may answer without the
   * controller.
   */
  isPlain(uid: string, action: string): boolean;
}

/** Before the app's code is loaded, and for apps without any: core actions are the server's. */
export const noControllers: Controllers = {
  actionOf: () => undefined,
  actionsOf: () => [],
  isPlain: () => true,
};
