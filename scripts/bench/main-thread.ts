// Work of a page's main thread, in CPU time of that thread: script, style, layout, recording of painting. Waiting for
// the GPU process, rasterising (there) and workers are not included.
import type { Page } from 'playwright'

export type ThreadTimes = {
  /** CPU of the main thread, ms; commands of the debugger, by which the benchmark drives the page, left out. */
  mainMs: number
  /** CPU of the page's whole process, ms: main thread, workers, compositor. */
  processMs: number
}

export type ThreadClock = { read(): Promise<ThreadTimes> }

/** Reads the clocks of a page that has a process of its own. */
export async function threadClock(page: Page): Promise<ThreadClock> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    async read() {
      const { metrics } = await session.send('Performance.getMetrics')
      const of = (wanted: string) => {
        const metric = metrics.find(({ name }) => name === wanted)
        if (!metric) throw new Error(`The browser tells no ${wanted}.`)
        return metric.value * 1000
      }
      return { mainMs: of('ThreadTime') - of('DevToolsCommandDuration'), processMs: of('ProcessTime') }
    },
  }
}
