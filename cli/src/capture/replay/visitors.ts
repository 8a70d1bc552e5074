import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Span, Visitor } from './visitor.ts'

/** Cookie that identifies a browser. */
const COOKIE = 'backlotReplay'
const VISITORS_MAX = 100

/** Browsers, each with a position of its own from its sign-in on; all that never signed in share one. */
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

  /** Somebody signed in, whose account was recorded in a span. The cookie is the reply's to set. */
  enter(span: Span): { visitor: Visitor; cookie: string } {
    const name = randomUUID()
    const visitor = new Visitor(span.fromT, this.#speed, span)
    this.#named.set(name, visitor)
    const [oldest] = this.#named.keys()
    if (this.#named.size > VISITORS_MAX && oldest !== undefined) this.#named.delete(oldest)
    // The next visitor's sign-in page starts from the beginning.
    this.#unnamed = undefined
    return { visitor, cookie: `${COOKIE}=${name}; Path=/; HttpOnly; SameSite=Lax` }
  }
}
