/** A request as faults see it. */
export type RequestSeen = {
  method: string
  path: string
  /** Login name of who makes it; undefined when nobody is signed in. */
  account(): string | undefined
}

/** An answer of somebody who is not the platform. */
export type ForeignAnswer = { status: number; contentType: string; body: string }

/**
 * How an answer loses its end. `share`: the part of the body that arrives, 0 to below 1. `cut`: the connection breaks in the
 * middle of the body; `short`: the answer is whole for HTTP, its body ends too early.
 */
export type BodyCut = { share: number; how: 'cut' | 'short' }

/** What befalls a request: time that passes first, an answer in place of the platform's, what becomes of that one. */
export type RequestBlow = {
  delayMs?: number
  /** A refusal in the platform's envelope. */
  code?: number
  message?: string
  foreign?: ForeignAnswer
  bodyCut?: BodyCut
  /** How far the `Date` of the answer is off. */
  dateOffMs?: number
}

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

  /** Delays and clocks that are off add up; the first answer counts. The control API is never harmed. */
  blowFor(request: RequestSeen): RequestBlow | undefined {
    if (request.path === '/control' || request.path.startsWith('/control/')) return undefined
    let found: RequestBlow | undefined
    for (const harm of this.#harms) {
      const blow = harm(request)
      if (!blow) continue
      const delayMs = (found?.delayMs ?? 0) + (blow.delayMs ?? 0)
      const dateOffMs = (found?.dateOffMs ?? 0) + (blow.dateOffMs ?? 0)
      const isAnswered = found?.code !== undefined || found?.foreign !== undefined
      const { code: _code, message: _message, foreign: _foreign, ...rest } = blow
      found = { ...(isAnswered ? rest : blow), ...found, delayMs, dateOffMs }
    }
    return found
  }
}
