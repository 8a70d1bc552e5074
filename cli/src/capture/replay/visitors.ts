import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Cookie that identifies a browser. */
const COOKIE = 'backlotReplay'
const KEPT = 100

/** One browser's place in the recording. */
export class Visitor {
  readonly used = new Set<number>()
  /** Sockets of each path that it has had. */
  readonly sockets = new Map<string, number>()
  loops = 0
  #fromT: number
  #sinceMs: number
  readonly #speed: number
  readonly #open = new Set<() => void>()

  constructor(fromT: number, speed: number) {
    this.#fromT = fromT
    this.#speed = speed
    this.#sinceMs = performance.now()
  }

  /** The moment of the recording that it has come to. */
  t(): number {
    return this.#fromT + (performance.now() - this.#sinceMs) * this.#speed
  }

  /** Held until the returned function is called, or until the recording restarts. */
  holdSocket(end: () => void): () => void {
    this.#open.add(end)
    return () => this.#open.delete(end)
  }

  /** Restarts the recording for it: sockets are closed, and the page comes back. */
  again(fromT: number): void {
    this.loops += 1
    this.used.clear()
    this.sockets.clear()
    this.#fromT = fromT
    this.#sinceMs = performance.now()
    for (const end of [...this.#open]) end()
  }
}

/** Browsers, each with a place of its own from its sign-in on; all that never signed in share one. */
export class Visitors {
  readonly #speed: number
  readonly #named = new Map<string, Visitor>()
  #unnamed: Visitor | undefined

  constructor(speed: number) {
    this.#speed = speed
  }

  of(request: IncomingMessage): Visitor {
    const name = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1]
    const known = name === undefined ? undefined : this.#named.get(name)
    this.#unnamed ??= new Visitor(0, this.#speed)
    return known ?? this.#unnamed
  }

  /** Somebody signed in: where the recording's sign-in was answered. The cookie is the reply's to set. */
  enter(fromT: number): { visitor: Visitor; cookie: string } {
    const name = randomUUID()
    const visitor = new Visitor(fromT, this.#speed)
    this.#named.set(name, visitor)
    const [oldest] = this.#named.keys()
    if (this.#named.size > KEPT && oldest !== undefined) this.#named.delete(oldest)
    // The next visitor's sign-in page starts from the beginning.
    this.#unnamed = undefined
    return { visitor, cookie: `${COOKIE}=${name}; Path=/; HttpOnly; SameSite=Lax` }
  }
}
