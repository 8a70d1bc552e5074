/** Jobs one after the other, in the order in which they are given. A job that fails holds up none after it. */
export type SerialQueue = {
  /** Settles as the job does. */
  run<T>(job: () => T | Promise<T>): Promise<T>
  /** Resolves when all that were given by now have ended. */
  idle(): Promise<void>
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(job) {
      const done = last.then(job)
      last = done.catch(() => {})
      return done
    },
    idle: () => last.then(() => {}),
  }
}
