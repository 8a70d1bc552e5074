import type { AckLatency, SwarmProgress } from '@backlot/simulator/fleet/uplinks/device-swarm'
import type { FaultySwarm } from './open-swarm.ts'

export type SwarmSummary = SwarmProgress & {
  to: string
  seconds: number
  /** Reports that were sent and neither answered nor given up by the end. */
  unanswered: number
  latency: AckLatency
  /** How often each fault struck. */
  faults: { fault: string; struck: number }[]
  /** Every device came online and is so at the end, something was sent, and nothing of it was lost. */
  passed: boolean
  /** Missing requirements, in words; empty when there are none. */
  failures: string[]
}

export function summaryOf(to: string, swarm: FaultySwarm, elapsedMs: number): SwarmSummary {
  const progress = swarm.progress()
  const unanswered = Math.max(0, progress.sent - progress.acked - progress.lost)
  const { devices } = progress
  const isAll = progress.reached === devices && progress.online === devices
  const failures = [
    ...(isAll ? [] : [`${progress.online} of ${devices} devices are online`]),
    ...(progress.lost > 0 ? [`${progress.lost} reports were lost`] : []),
    ...(unanswered > 0 ? [`${unanswered} reports had no answer`] : []),
    ...(progress.sent > 0 ? [] : ['no report was sent: --for may be shorter than the interval of reports']),
  ]
  return {
    to,
    seconds: Math.round(elapsedMs / 100) / 10,
    ...progress,
    unanswered,
    latency: swarm.latency(),
    faults: swarm.struck(),
    passed: failures.length === 0,
    failures,
  }
}

export function summaryLines(summary: SwarmSummary): string[] {
  const { latency } = summary
  const perSecond = summary.seconds > 0 ? Math.round(summary.acked / summary.seconds) : 0
  return [
    `${summary.to}   ${summary.seconds} s   ${summary.passed ? 'passed' : `FAILED: ${summary.failures.join('; ')}`}`,
    `devices   ${summary.devices}: ${summary.reached} came online, ${summary.online} still are; ${summary.breaks} connections broke or failed`,
    `reports   ${summary.sent} sent, ${summary.acked} answered (${perSecond}/s), ${summary.resent} sent again, ${summary.lost} lost, ${summary.unanswered} unanswered, ${summary.backlog} waiting`,
    `requests  ${summary.answered} of the platform answered`,
    ...summary.faults.map(({ fault, struck }) => `fault     ${fault}: ${struck} impacts`),
    `bytes     ${summary.bytesSent} out, ${summary.bytesReceived} in`,
    ...(latency.count === 0
      ? []
      : [
          `answers   mean ${latency.meanMs.toFixed(1)} ms, p50 ${latency.p50Ms.toFixed(1)}, p90 ${latency.p90Ms.toFixed(1)}, p99 ${latency.p99Ms.toFixed(1)}, p99.9 ${latency.p999Ms.toFixed(1)}, longest ${latency.maxMs.toFixed(1)}`,
        ]),
  ]
}

const HEAD_EVERY = 20

/** A line a second on standard error. */
export function liveCounters(): (progress: SwarmProgress, latency: AckLatency) => void {
  let lines = 0
  const cell = (text: string | number, width: number) => String(text).padStart(width)
  return (progress, latency) => {
    if (lines++ % HEAD_EVERY === 0) {
      process.stderr.write(
        `${cell('s', 5)}${cell('started', 9)}${cell('online', 8)}${cell('sent', 10)}${cell('answered', 10)}${cell('again', 7)}${cell('lost', 7)}${cell('kept', 7)}${cell('broken', 8)}${cell('p99 ms', 9)}\n`,
      )
    }
    process.stderr.write(
      `${cell(lines, 5)}${cell(progress.started, 9)}${cell(progress.online, 8)}${cell(progress.sent, 10)}${cell(progress.acked, 10)}${cell(progress.resent, 7)}${cell(progress.lost, 7)}${cell(progress.backlog, 7)}${cell(progress.breaks, 8)}${cell(latency.p99Ms.toFixed(1), 9)}\n`,
    )
  }
}
