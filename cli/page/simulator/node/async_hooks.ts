/** Holds what it was given while a function runs, and not across the turns that it awaits: a page is not told of those. */
export class AsyncLocalStorage<T> {
  #store: T | undefined

  run<R>(store: T, run: (...args: unknown[]) => R, ...args: unknown[]): R {
    const before = this.#store
    this.#store = store
    try {
      return run(...args)
    } finally {
      this.#store = before
    }
  }

  getStore(): T | undefined {
    return this.#store
  }
}

export class AsyncResource {
  runInAsyncScope<R>(run: (...args: unknown[]) => R, of: unknown, ...args: unknown[]): R {
    return run.apply(of, args)
  }

  emitDestroy(): void {}
}

export default { AsyncLocalStorage, AsyncResource }
