import type { SwarmFaults } from '@backlot/simulator/faults/swarm-faults'
import { type AnswerTimes, answerTimesOf } from '@backlot/simulator/fleet/uplinks/answer-times'
import type { Swarm, SwarmProgress } from '@backlot/simulator/fleet/uplinks/device-swarm'
import type { Times } from '@backlot/simulator/telemetry/times'
import { answerLines } from './answer-lines.ts'
import { type Column, headLine, perSecond, secondsOf } from './running-swarm.ts'

/** Simulated devices, and how often each fault struck. */
export type FaultySwarm = Swarm & Pick<SwarmFaults, 'struck'>
/** What a summary is made of. */
export type CountedSwarm = Pick<FaultySwarm, 'progress' | 'latency' | 'struck'>

export type SwarmSummary = SwarmProgress & {
  to: string
  seconds: number
  /** Reports that were sent and neither answered nor given up by the end. */
  unanswered: number
  latency: AnswerTimes
  /** How often each fault struck. */
  faults: { fault: string; struck: number }[]
  /** Every device came online and is so at the end, something was sent, and nothing of it was lost. */
  passed: boolean
  /** Missing requirements, in words; empty when there are none. */
  failures: string[]
}

export function summaryOf(to: string, swarm: CountedSwarm, elapsedMs: number): SwarmSummary {
  const progress = swarm.progress()
  const unanswered = Math.max(0, progress.sent - progress.acked - progress.lost)
  const { devices } = progress
  const isAll = progress.reached === devices && progress.online === devices
  const failures = [
    ...(isAll ? [] : [`${progress.online} of ${devices} devices are online`]),
    ...(progress.lost > 0 ? [`${progress.lost} reports were lost`] : []),
    ...(unanswered > 0 ? [`${unanswered} reports had no answer`] : []),
    ...(progress.sent === 0 && progress.reached > 0
      ? ['no report was sent: --for may be shorter than the interval of reports']
      : []),
  ]
  return {
    to,
    seconds: secondsOf(elapsedMs),
    ...progress,
    unanswered,
    latency: answerTimesOf(swarm.latency()),
    faults: swarm.struck(),
    passed: failures.length === 0,
    failures,
  }
}

export function summaryLines(summary: SwarmSummary): string[] {
  const { to, seconds } = summary
  return [
    headLine(to, seconds, summary),
    `devices   ${summary.devices}: ${summary.reached} came online, ${summary.online} still are; ${summary.breaks} connections broke or failed`,
    `reports   ${summary.sent} sent, ${summary.acked} answered (${perSecond(summary.acked, seconds)}/s), ${summary.resent} sent again, ${summary.lost} lost, ${summary.unanswered} unanswered, ${summary.backlog} waiting`,
    `requests  ${summary.answered} of the platform answered`,
    ...summary.faults.map(({ fault, struck }) => `fault     ${fault}: ${struck} impacts`),
    `bytes     ${summary.bytesSent} out, ${summary.bytesReceived} in`,
    ...answerLines(summary.latency),
  ]
}

export const swarmColumns = (progress: SwarmProgress, latency: Times): readonly Column[] => [
  ['started', 9, progress.started],
  ['online', 8, progress.online],
  ['sent', 10, progress.sent],
  ['answered', 10, progress.acked],
  ['again', 7, progress.resent],
  ['lost', 7, progress.lost],
  ['kept', 7, progress.backlog],
  ['broken', 8, progress.breaks],
  ['p99 ms', 9, latency.percentile(99).toFixed(1)],
]
