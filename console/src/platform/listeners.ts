/** Listeners by message type. */
export class Listeners<M extends { type: string }> {
  readonly #byType = new Map<string, Set<(message: never) => void>>()

  /** Calls back with messages of a type. Answers a function that stops it. */
  on<T extends M['type']>(type: T, listener: (message: Extract<M, { type: T }>) => void): () => void {
    const heard = this.#byType.get(type) ?? new Set()
    this.#byType.set(type, heard)
    heard.add(listener as (message: never) => void)
    return () => heard.delete(listener as (message: never) => void)
  }

  tell(message: M): void {
    for (const listener of this.#byType.get(message.type) ?? []) (listener as (one: M) => void)(message)
  }
}

/** A value and who hears its changes. */
export class Watched<V> {
  #value: V
  readonly #listeners = new Set<(value: V) => void>()

  constructor(value: V) {
    this.#value = value
  }

  get value(): V {
    return this.#value
  }

  /** Sets the value and calls back when it has changed. */
  set(value: V): void {
    if (value === this.#value) return
    this.#value = value
    for (const listener of this.#listeners) listener(value)
  }

  /** Calls back with the value, first the present one. Answers a function that stops it. */
  watch(listener: (value: V) => void): () => void {
    this.#listeners.add(listener)
    listener(this.#value)
    return () => this.#listeners.delete(listener)
  }
}
