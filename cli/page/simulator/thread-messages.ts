/** To a thread that is a worker of the browser. */
export type ToThread =
  /** First: the module to run, what it gets, and the environment of its starter. */
  | { kind: 'begin'; name: string; data: unknown; environment: [string, unknown][] }
  | { kind: 'message'; message: unknown }
export type FromThread =
  | { kind: 'message'; message: unknown }
  | { kind: 'over' }
  | { kind: 'failed'; reason: string }
