import type { CDPSession, Page } from '@playwright/test'

/** Memory of a page and its workers: objects, and array buffers and long strings outside of them. */
export type HeldMemory = { objectBytes: number; bufferBytes: number; workers: number }

type HeapUsage = { usedSize: number; backingStorageSize: number }

/** Reads the memory of a page and of every worker it has, after their garbage has been collected. */
export class PageMemory {
  readonly #cdp: CDPSession
  /** Sessions of the page's workers. */
  readonly #workers = new Set<string>()
  readonly #answers = new Map<number, (result: unknown) => void>()
  #asked = 0

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp
    cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') this.#workers.add(sessionId)
    })
    cdp.on('Target.detachedFromTarget', ({ sessionId }) => this.#workers.delete(sessionId))
    cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
      const { id, result } = JSON.parse(message) as { id?: number; result?: unknown }
      if (id !== undefined) this.#answers.get(id)?.(result)
    })
  }

  static async of(page: Page): Promise<PageMemory> {
    const cdp = await page.context().newCDPSession(page)
    const memory = new PageMemory(cdp)
    await cdp.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: false,
    })
    return memory
  }

  async held(): Promise<HeldMemory> {
    await Promise.all([
      this.#cdp.send('HeapProfiler.collectGarbage'),
      ...[...this.#workers].map((worker) => this.#ask(worker, 'HeapProfiler.collectGarbage')),
    ])
    const usages = await Promise.all([
      this.#cdp.send('Runtime.getHeapUsage'),
      ...[...this.#workers].map((worker) => this.#ask(worker, 'Runtime.getHeapUsage') as Promise<HeapUsage>),
    ])
    const sum = (of: (usage: HeapUsage) => number) => usages.reduce((total, usage) => total + of(usage), 0)
    return {
      objectBytes: sum(({ usedSize }) => usedSize),
      bufferBytes: sum(({ backingStorageSize }) => backingStorageSize),
      workers: this.#workers.size,
    }
  }

  /** Sessions of workers are no sessions of Playwright's: messages to them go through the page's. */
  async #ask(sessionId: string, method: string): Promise<unknown> {
    const id = ++this.#asked
    const answer = new Promise((resolve) => this.#answers.set(id, resolve))
    await this.#cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
    const result = await answer
    this.#answers.delete(id)
    return result
  }
}
