import type { HostClock } from '../kernel/clock.ts'
import type { SceneService } from './scene-service.ts'

/** The drawing threads, started on demand and ended when idle. */
export type RestingScenes = AsyncDisposable & {
  /** The running threads; starts them when there are none. */
  scenes(): SceneService
  isRunning(): boolean
}

/** Two threads hold some 80 MB. To start them again takes half a second of a first picture. */
const REST_AFTER_MS = 5 * 60_000
/** Before threads are started in place of one that died. */
const RESTART_AFTER_MS = 500

/**
 * `open` starts the threads and calls `onDeath` when one dies: then they are restarted. `neverRest`: once started they
 * go on until the end.
 */
export function createRestingScenes(deps: {
  host: Pick<HostClock, 'now' | 'after'>
  neverRest: boolean
  open(onDeath: (error: Error) => void): SceneService
  onDeath(error: Error): void
}): RestingScenes {
  const { host } = deps
  let running: SceneService | undefined
  let askedAtMs = host.now()
  let cancelRest: (() => void) | undefined
  let closed = false

  const start = (): SceneService => {
    let isDead = false
    const service = deps.open((error) => {
      if (service !== running || closed || isDead) return
      isDead = true
      deps.onDeath(error)
      void service[Symbol.asyncDispose]()
      host.after(RESTART_AFTER_MS, () => {
        if (!closed && running === service) running = start()
      })
    })
    if (!deps.neverRest) cancelRest ??= host.after(REST_AFTER_MS, restIfIdle)
    return service
  }
  const restIfIdle = (): void => {
    cancelRest = undefined
    if (!running) return
    const idleMs = host.now() - askedAtMs
    if (idleMs < REST_AFTER_MS || running.waiting() > 0) {
      cancelRest = host.after(Math.max(REST_AFTER_MS - idleMs, RESTART_AFTER_MS), restIfIdle)
      return
    }
    void running[Symbol.asyncDispose]()
    running = undefined
  }

  return {
    scenes() {
      askedAtMs = host.now()
      running ??= start()
      return running
    },
    isRunning: () => running !== undefined,
    async [Symbol.asyncDispose]() {
      closed = true
      cancelRest?.()
      await running?.[Symbol.asyncDispose]()
    },
  }
}
