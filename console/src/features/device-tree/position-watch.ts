/**
 * Devices whose positions are requested: those that are looked at (rows on the screen, an open popup), never the whole
 * tree. The map requests its own window. Each viewer has a name and signs off when it is done.
 */
type PositionWatch = {
  /** Replaces the devices of `viewer`; an empty list ends it. */
  look(viewer: object, sns: readonly string[]): void
  leave(viewer: object): void
}

/** Surroundings that the watch needs; tests pass their own. */
type PositionWatchEnvironment = {
  /** Requests the positions of devices from now on; the returned function ends it. */
  subscribe(sns: string[]): () => void
  /** Whether a device can move or lose its position. */
  hasPosition(sn: string): boolean
  later(run: () => void, ms: number): void
}

/** A tree that scrolls asks once it rests. */
const REST_MS = 250
/** The channel's bound of a subscription to devices. */
const MOST = 5000

export function createPositionWatch(environment: PositionWatchEnvironment): PositionWatch {
  const viewers = new Map<object, readonly string[]>()
  let asked = ''
  let stop: (() => void) | undefined
  let isWaiting = false

  const ask = () => {
    isWaiting = false
    const wanted = [...new Set([...viewers.values()].flat())]
      .filter(environment.hasPosition)
      .sort()
      .slice(0, MOST)
    const key = wanted.join('\n')
    if (key === asked) return
    asked = key
    stop?.()
    stop = wanted.length === 0 ? undefined : environment.subscribe(wanted)
  }
  const askSoon = () => {
    if (isWaiting) return
    isWaiting = true
    environment.later(ask, REST_MS)
  }

  return {
    look(viewer, sns) {
      viewers.set(viewer, sns)
      askSoon()
    },
    leave(viewer) {
      if (viewers.delete(viewer)) askSoon()
    },
  }
}
