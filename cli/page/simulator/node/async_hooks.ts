/**
 * Holds what it was given while a function runs, and until the promise that it returns is settled. A browser does not
 * tell turns apart: what else runs meanwhile finds it too.
 */
export class AsyncLocalStorage<T> {
  readonly #stores: T[] = []

  run<R>(store: T, run: (...args: unknown[]) => R, ...args: unknown[]): R {
    this.#stores.push(store)
    const leave = () => {
      const at = this.#stores.lastIndexOf(store)
      if (at >= 0) this.#stores.splice(at, 1)
    }
    try {
      const made = run(...args)
      if (made instanceof Promise) made.then(leave, leave)
      else leave()
      return made
    } catch (error) {
      leave()
      throw error
    }
  }

  disable(): void {
    this.#stores.length = 0
  }

  getStore(): T | undefined {
    return this.#stores.at(-1)
  }
}

export class AsyncResource {
  runInAsyncScope<R>(run: (...args: unknown[]) => R, of: unknown, ...args: unknown[]): R {
    return run.apply(of, args)
  }

  emitDestroy(): void {}
}

export default { AsyncLocalStorage, AsyncResource }
