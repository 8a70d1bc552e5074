/**
 * Time that people and the world live by (alarms, logs, pictures, plans). It can pause, scale and jump. Epoch
 * milliseconds. Sessions, tokens, retries and sockets use the host clock instead.
 */
export type PlatformClock = {
  now(): number
  /** Platform milliseconds per host millisecond; 0 while paused. */
  rate(): number
  /** Grows with every jump. */
  epoch(): number
  zoneMinutes: number
  /** Calls back after any change (rate, pause, jump). Returns a function that stops it. */
  onChange(listener: (change: ClockChange) => void): () => void
}

export type ClockChange = {
  /** step: a paused clock moved on, time in between has passed; jump: a new epoch, it has not. */
  kind: 'rate' | 'step' | 'jump'
  fromMs: number
  toMs: number
  epoch: number
}

/** Time of the machine: never scaled, and never going back while the program runs. */
export type HostClock = {
  /** Epoch milliseconds, whole ones. */
  now(): number
  /** Calls back once after `delayMs`; returns the way to cancel. The timer does not keep the process alive. */
  after(delayMs: number, callback: () => void): () => void
  every(intervalMs: number, callback: () => void): () => void
}

/** A host clock that knows how far the wall clock of its machine has departed from it. */
export type MachineClock = HostClock & {
  /** How far the wall clock is ahead, milliseconds; negative: behind. */
  wallAheadMs(): number
  /** How long the machine was suspended and this clock stopped, since the start or the last `skip`. */
  sleptMs(): number
  /** Moves this clock ahead by a sleep. */
  skip(ms: number): void
}
