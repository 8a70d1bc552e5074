/** A request as faults see it. */
export type RequestSeen = {
  method: string
  path: string
  /** Login name of who makes it; undefined when nobody is signed in. */
  account(): string | undefined
  /** It is for a camera, and not for the platform: only faults whose target names its path strike it. */
  isForCamera?: boolean
}

/** An answer of somebody who is not the platform. */
export type ForeignAnswer = { status: number; contentType: string; body: string }

/**
 * How an answer loses its end. `share`: the part of the body that arrives, 0 to below 1. `cut`: the connection breaks in the
 * middle of the body; `short`: the answer is whole for HTTP, its body ends too early.
 */
export type BodyCut = { share: number; how: 'cut' | 'short' }

/** Impact on a request: a delay first, an answer in place of the platform's, changes to the platform's own. */
export type RequestImpact = {
  delayMs?: number
  /** A refusal in the platform's envelope. */
  code?: number
  message?: string
  foreign?: ForeignAnswer
  bodyCut?: BodyCut
  /** How far the `Date` of the answer is off. */
  dateOffMs?: number
}

export type RequestEffect = (request: RequestSeen) => RequestImpact | undefined

/** The faults that hold the HTTP edge. */
export class HttpFaults {
  readonly #effects = new Set<RequestEffect>()

  /** Nothing is attached: requests pass without a check. */
  get isQuiet(): boolean {
    return this.#effects.size === 0
  }

  /** Returns a function that detaches it. */
  attach(effect: RequestEffect): () => void {
    this.#effects.add(effect)
    return () => this.#effects.delete(effect)
  }

  /** Delays and clocks that are off add up; the first answer counts. The control API is never affected. */
  impactFor(request: RequestSeen): RequestImpact | undefined {
    if (request.path === '/control' || request.path.startsWith('/control/')) return undefined
    let found: RequestImpact | undefined
    for (const effect of this.#effects) {
      const impact = effect(request)
      if (!impact) continue
      const delayMs = (found?.delayMs ?? 0) + (impact.delayMs ?? 0)
      const dateOffMs = (found?.dateOffMs ?? 0) + (impact.dateOffMs ?? 0)
      const isAnswered = found?.code !== undefined || found?.foreign !== undefined
      const { code: _code, message: _message, foreign: _foreign, ...rest } = impact
      found = { ...(isAnswered ? rest : impact), ...found, delayMs, dateOffMs }
    }
    return found
  }
}
