import type { AnswerTimes } from '@backlot/simulator/fleet/uplinks/answer-times'
import type { OnvifSwarmProgress } from '@backlot/simulator/onvif/swarm/open-onvif-swarm'
import { answerLines } from './answer-lines.ts'
import { type Column, headLine, perSecond, secondsOf } from './running-swarm.ts'

type OnvifSummary = OnvifSwarmProgress & {
  to: string
  seconds: number
  latency: AnswerTimes
  /** All cameras were there and called, and no request failed by their fault. */
  passed: boolean
  failures: string[]
}

/** `atEnd`: before the cameras withdrew. */
export function onvifSummaryOf(
  to: string,
  atEnd: OnvifSwarmProgress,
  latency: AnswerTimes,
  elapsedMs: number,
): OnvifSummary {
  const { devices, started, called, failed } = atEnd
  const failures = [
    ...(started < devices
      ? [`${started} of ${devices} cameras appeared: --for is too short for --rate`]
      : []),
    ...(called < devices ? [`${called} of ${devices} cameras were called`] : []),
    ...(failed > 0 ? [`${failed} requests failed`] : []),
  ]
  return { to, seconds: secondsOf(elapsedMs), ...atEnd, latency, passed: failures.length === 0, failures }
}

export function onvifSummaryLines(summary: OnvifSummary): string[] {
  const { to, seconds } = summary
  return [
    headLine(to, seconds, summary),
    `cameras   ${summary.devices}: ${summary.announced} announced, ${summary.called} called; ${summary.searches} searches heard`,
    `requests  ${summary.answered} answered (${perSecond(summary.answered, seconds)}/s), ${summary.refused} refused, ${summary.wrongLogins} with wrong credentials, ${summary.failed} failed`,
    `events    ${summary.subscriptions} subscriptions at the end, ${summary.events} events`,
    `streams   ${summary.viewers} viewers at the end, ${summary.packets} packets (${perSecond(summary.packets, seconds)}/s); ${summary.rtspRequests} requests of RTSP, ${summary.rtspRefused} of them refused`,
    `bytes     ${summary.bytesSent} out, ${summary.bytesReceived} in`,
    ...answerLines(summary.latency),
  ]
}

export const onvifColumns = (progress: OnvifSwarmProgress, latency: AnswerTimes): readonly Column[] => [
  ['started', 9, progress.started],
  ['announced', 11, progress.announced],
  ['called', 8, progress.called],
  ['answered', 10, progress.answered],
  ['refused', 9, progress.refused],
  ['login', 7, progress.wrongLogins],
  ['failed', 8, progress.failed],
  ['subs', 6, progress.subscriptions],
  ['viewers', 9, progress.viewers],
  ['packets', 10, progress.packets],
  ['p99 ms', 9, latency.p99Ms.toFixed(1)],
]
