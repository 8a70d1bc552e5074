/** Orders to a camera, one after the other. */

type Order = { isMove: boolean; run(): Promise<void>; skip(): void }

export type OrderQueue = {
  /** Settles as the job does. A move may be dropped while it waits: that resolves too. */
  run(job: () => Promise<void>, isMove: boolean): Promise<void>
  dropMoves(): void
  /** Orders that wait, without the one under way. */
  waiting(): number
  /** Resolves when all that were given by now have ended. */
  idle(): Promise<void>
}

export function createOrderQueue(): OrderQueue {
  let waiting: Order[] = []
  let running: Promise<void> | undefined
  const runAll = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next.run()
    running = undefined
  }
  return {
    run(job, isMove) {
      const done = new Promise<void>((resolve, reject) => {
        waiting.push({ isMove, run: () => job().then(resolve, reject), skip: resolve })
      })
      running ??= runAll()
      return done
    },
    dropMoves() {
      for (const { isMove, skip } of waiting) if (isMove) skip()
      waiting = waiting.filter(({ isMove }) => !isMove)
    },
    waiting: () => waiting.length,
    idle: async () => running,
  }
}
