// How long a browser's page really ran: its main thread's time on a core, sampled from /proc.
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright'

const EVERY_MS = 10

export type Task = { atMs: number; durationMs: number }

/** The main thread of the browser's only page. On a shared machine a task takes longer than it runs. */
export class ThreadClock implements Disposable {
  readonly #samples: { atMs: number; ranMs: number }[] = []
  readonly #timer: NodeJS.Timeout

  constructor(pid: number) {
    const file = `/proc/${pid}/task/${pid}/schedstat`
    const sample = () => {
      const [ranNs] = readFileSync(file, 'utf8').split(' ')
      this.#samples.push({ atMs: performance.timeOrigin + performance.now(), ranMs: Number(ranNs) / 1e6 })
    }
    sample()
    this.#timer = setInterval(sample, EVERY_MS)
  }

  /**
   * CPU time of a task within its duration; measured between the samples around it, so that it is rather too high than
   * too low.
   */
  ranMs({ atMs, durationMs }: Task): number {
    const before = this.#samples.findLast((sample) => sample.atMs <= atMs)
    const after = this.#samples.find((sample) => sample.atMs >= atMs + durationMs)
    if (!before || !after) return durationMs
    return Math.min(durationMs, after.ranMs - before.ranMs)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

/** Process id of the page's renderer: the one that has run most. */
export async function rendererPid(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession()
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  await cdp.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return renderers.reduce((most, one) => (one.cpuTime > most.cpuTime ? one : most)).id
}
