// Preloaded into a measured process: writes how long its event loop was held up, a line at each SIGUSR2.
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const RESOLUTION_MS = 1
const file = process.env.LOOP_PROBE_FILE
if (isMainThread && file) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const ms = (ns) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
  process.on('SIGUSR2', () => {
    const { user, system } = process.cpuUsage()
    const at = (p) => ms(delay.percentile(p))
    const line = { p50: at(50), p99: at(99), p999: at(99.9), max: ms(delay.max), cpuS: (user + system) / 1e6 }
    delay.reset()
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  })
}
