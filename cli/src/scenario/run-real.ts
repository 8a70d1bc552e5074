import { setTimeout as delay } from 'node:timers/promises'
import type { BodyIn, Call } from '@backlot/contract/call'
import { controlSetClock } from '@backlot/contract/control/calls'
import { formatDateTime, parseDateTime } from '@backlot/contract/time'
import type { Scenario } from '@backlot/simulator/scenario/scenario'
import { faultsOf, type RunResult, summed } from '@backlot/simulator/scenario/verdict'
import { createRemoteTarget } from '@backlot/simulator/scenario-runs/remote-target'
import { runTimeline, type TimelineOptions } from '@backlot/simulator/scenario-runs/run-timeline'
import { type ControlTarget, controlCall } from '../control-client.ts'
import { UserError } from '../user-error.ts'
import { openChannelProbe } from './channel-probe.ts'

const LOOK_EVERY_MS = 100
/** Shortest wait for a reaction of the platform on a busy machine. */
const LEAST_WAIT_MS = 2000

/** Runs a scenario on a simulator that is up, over its control API, at the pace of its clock. */
export async function runReal(
  scenario: Scenario,
  target: ControlTarget,
  options: TimelineOptions & {
    start?: string
    speed?: number
    account: { loginName: string; password: string }
    /** The platform was up before. */
    against?: string
  },
): Promise<RunResult> {
  const listener = createRemoteTarget(
    (call, body) =>
      controlCall(target, call as Call, body === undefined ? {} : { body: body as never }) as never,
  )
  const first = (await listener.mark()).clock
  const start = options.start ?? scenario.start
  if (start !== undefined) {
    const toMs = parseDateTime(start, first.zoneMinutes)
    if (toMs === undefined) throw new UserError(`--start ${start}: write a time like '2026-11-20 08:00:00'.`)
    // The clock is paused until everything is ready.
    await setClock(target, { action: 'pause' })
    await setClock(target, { action: 'jump', toMs })
  }
  const listens = scenario.timeline.some((entry) => entry.kind === 'expect' && entry.expect.channel)
  using probe = listens ? await openChannelProbe(target, options.account) : undefined
  const speed = options.speed ?? scenario.speed
  if (speed !== undefined) await setClock(target, { action: 'speed', rate: speed })
  else if (start !== undefined) await setClock(target, { action: 'resume' })
  const [began, earlier] = await Promise.all([listener.mark(), listener.faults()])
  let rate = began.clock.rate
  const { verdicts, lastedMs } = await runTimeline(
    scenario,
    {
      ...listener,
      async mark() {
        const mark = await listener.mark()
        rate = mark.clock.rate
        return mark
      },
    },
    {
      get lookEveryMs() {
        return LOOK_EVERY_MS * Math.max(1, rate)
      },
      get leastWaitMs() {
        return LEAST_WAIT_MS * rate
      },
      pass: (atMostMs) =>
        delay(rate > 0 ? Math.min(LOOK_EVERY_MS, Math.ceil(atMostMs / rate)) : LOOK_EVERY_MS),
    },
    { ...options, machineNow: Date.now, ...(probe ? { channel: probe } : {}) },
  )
  return {
    scenario: scenario.name,
    file: scenario.file,
    mode: 'real',
    seed: began.seed,
    ...(options.speed === undefined ? {} : { speed: options.speed }),
    zoneMinutes: began.clock.zoneMinutes,
    start: start ?? formatDateTime(began.clock.nowMs, began.clock.zoneMinutes),
    ...(options.against === undefined ? {} : { against: options.against }),
    faults: faultsOf(earlier, await listener.faults()),
    lastedMs,
    verdicts,
    ...summed(verdicts),
  }
}

async function setClock(target: ControlTarget, body: BodyIn<typeof controlSetClock>): Promise<void> {
  await controlCall(target, controlSetClock, { body })
}
