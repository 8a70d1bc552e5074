/** A request as faults see it. */
export type RequestSeen = {
  method: string
  path: string
  /** Login name of who makes it; undefined when nobody is signed in. */
  account(): string | undefined
}

/** What befalls a request: time that passes first, and an answer in place of the platform's. */
export type RequestBlow = { delayMs?: number; code?: number; message?: string }

export type RequestHarm = (request: RequestSeen) => RequestBlow | undefined

/** The faults that hold the HTTP edge. */
export class HttpFaults {
  readonly #harms = new Set<RequestHarm>()

  /** Nothing is attached: requests go on without being looked at. */
  get isQuiet(): boolean {
    return this.#harms.size === 0
  }

  /** Answers how to let go. */
  attach(harm: RequestHarm): () => void {
    this.#harms.add(harm)
    return () => this.#harms.delete(harm)
  }

  /** Delays add up; the first answer counts. The control API is never harmed. */
  blowFor(request: RequestSeen): RequestBlow | undefined {
    if (request.path === '/control' || request.path.startsWith('/control/')) return undefined
    let found: RequestBlow | undefined
    for (const harm of this.#harms) {
      const blow = harm(request)
      if (!blow) continue
      const delayMs = (found?.delayMs ?? 0) + (blow.delayMs ?? 0)
      found = { ...blow, ...found, delayMs }
    }
    return found
  }
}
