import { anyCall, type BodyIn, type Call, type DataOut, type QueryIn } from '@backlot/contract/call'
import { type Ask, barredFrom, headOf, lookAt } from './check-reads.ts'
import type { Knowledge } from './knowledge.ts'
import type { Finding } from './report.ts'

type Input<C extends Call> = { body?: BodyIn<C>; query?: QueryIn<C>; bytes?: Uint8Array }

/** Something that was made: how it goes again. */
type Made = { what: string; remove(): Promise<boolean>; isGone: boolean }

export type Undo = {
  /** Removes it as a step of the round, which is reported. */
  now(): Promise<void>
}

/**
 * Place for things that are created, looked at and removed again. Those left at the end of a round are removed then.
 */
export class WriteBench {
  readonly known: Knowledge
  readonly #ask: Ask
  readonly #found = new Map<string, Finding>()
  #made: Made[] = []
  readonly leftBehind: string[] = []

  /** A password that nobody knows, as it travels. */
  readonly freshPassword: () => string

  constructor(deps: { ask: Ask; known: Knowledge; freshPassword(): string }) {
    this.#ask = deps.ask
    this.known = deps.known
    this.freshPassword = deps.freshPassword
  }

  get findings(): Finding[] {
    return [...this.#found.values()]
  }

  /** Makes a call and reports it. Undefined when it was not answered: dependent steps are skipped. */
  async make<C extends Call>(call: C, input: Input<C>): Promise<DataOut<C> | undefined> {
    const any = anyCall(call)
    const head = headOf(any, any.writes ? 'write' : 'read')
    const barred = barredFrom(any, this.known.user)
    if (barred) {
      this.#report({ ...head, notTried: barred })
      return undefined
    }
    const { finding, reply } = await lookAt(any, head, () => this.#ask(any, input))
    this.#report(finding)
    return reply?.outcome === 'answered' ? ((reply.data ?? {}) as DataOut<C>) : undefined
  }

  /** Reports why a call of the round is not made. */
  skip(call: Call, why: string): void {
    const any = anyCall(call)
    this.#report({ ...headOf(any, any.writes ? 'write' : 'read'), notTried: why })
  }

  /** The rows of a list as they are now. */
  async rows<C extends Call>(call: C, query: QueryIn<C>): Promise<Record<string, unknown>[]> {
    const { reply } = await this.#ask(anyCall(call), { query })
    const { list } = (reply.outcome === 'answered' ? (reply.data ?? {}) : {}) as { list?: unknown }
    return Array.isArray(list) ? (list as Record<string, unknown>[]) : []
  }

  /** A field of a call's data as it is now. */
  async field<C extends Call>(call: C, query: QueryIn<C>, field: string): Promise<unknown> {
    const { reply } = await this.#ask(anyCall(call), { query })
    return reply.outcome === 'answered'
      ? (reply.data as Record<string, unknown> | undefined)?.[field]
      : undefined
  }

  /** Something was made. `body`: the body of the call that removes it, in its present state. */
  made<C extends Call>(what: string, call: C, body: () => Promise<BodyIn<C>> | BodyIn<C>): Undo {
    const any = anyCall(call)
    const made: Made = {
      what,
      isGone: false,
      remove: async () => {
        const { reply } = await this.#ask(any, { body: await body() })
        return reply.outcome === 'answered'
      },
    }
    this.#made.push(made)
    return {
      now: async () => {
        made.isGone = (await this.make(call, { body: await body() })) !== undefined
      },
    }
  }

  /** Removes the remaining things, the last first; those that cannot be removed are left behind and reported. */
  async clear(): Promise<void> {
    const made = this.#made.reverse()
    this.#made = []
    for (const thing of made) {
      if (thing.isGone) continue
      const isGone = await thing.remove().catch(() => false)
      if (!isGone && !(await thing.remove().catch(() => false))) this.leftBehind.push(thing.what)
    }
  }

  /** A call that was made twice is reported once, with its first difference. */
  #report(finding: Finding): void {
    const known = this.#found.get(finding.name)
    if (!known || known.notTried !== undefined) this.#found.set(finding.name, finding)
    else {
      const worse = (known.differences ?? []).length > 0 ? known : finding
      this.#found.set(finding.name, { ...worse, count: (known.count ?? 0) + (finding.count ?? 0) })
    }
  }
}
