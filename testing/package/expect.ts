import { setTimeout as delay } from 'node:timers/promises'
import type { BodyIn } from '@backlot/contract/call'
import { controlScenarioCheck, controlScenarioMark } from '@backlot/contract/control/scenario-calls'
import { expectationOfText } from '@backlot/simulator/scenario/expectation-text'
import { createTimelineWatch } from '@backlot/simulator/scenario-runs/timeline-watch'
import { type Span, spanMs } from './clock.ts'
import type { DeviceRef } from './devices.ts'
import type { Platform } from './platform.ts'
import type { Report } from './report.ts'

type Body = BodyIn<typeof controlScenarioCheck>['expect']
/** Everything that a scenario may expect except the lag of the channel, which only its listeners can measure. */
export type Subject = Exclude<keyof Body, 'channel' | 'within' | 'throughout' | 'because'>
export type SubjectOf<Name extends Subject> = NonNullable<Body[Name]>
/** An expectation as a scenario file has it: `{ alarm: { type: 'GasAlarm' }, within: '1m' }`. */
export type Expectation = { [Name in Subject]: Pick<Required<Body>, Name> }[Subject] & {
  within?: string
  throughout?: string
  because?: string
}

/**
 * How long it may take to become true, or must stay so: platform time; time of the machine while the clock is paused.
 */
export type Timing = { within?: Span; throughout?: Span; because?: string }

/** Expectations of scenarios, to await. One that fails throws an `ExpectationFailed`. */
export type Expect = {
  /** In the long form, or the short one: 'state camera 1 offline within 30s'. Answers the observed value. */
  (expectation: Expectation | string): Promise<string>
  /** So many alarms of a type, device or level. */
  alarm(alarm: SubjectOf<'alarm'>, timing?: Timing): Promise<string>
  /** Devices are in a state: `online`, `offline`, … */
  state(device: DeviceRef, is: SubjectOf<'state'>['is'], timing?: Timing): Promise<string>
  /** At least this share of the devices is online, 0 to 1. */
  online(share: SubjectOf<'online'>, timing?: Timing): Promise<string>
  /** So many devices of a kind. */
  devices(count: SubjectOf<'devices'>, timing?: Timing): Promise<string>
  /** A reading of a device lies within limits. */
  reading(reading: SubjectOf<'reading'>, timing?: Timing): Promise<string>
  /** A device is near a place. */
  position(position: SubjectOf<'position'>, timing?: Timing): Promise<string>
  /** The last report of a device is not older than a span. */
  fresh(fresh: SubjectOf<'fresh'>, timing?: Timing): Promise<string>
  /** A camera points in a direction, degrees. */
  pose(pose: SubjectOf<'pose'>, timing?: Timing): Promise<string>
  /** Weather and light are so. */
  sky(sky: SubjectOf<'sky'>, timing?: Timing): Promise<string>
  /** Alarms that were raised before no longer count. They count from the start otherwise. */
  fromNow(): Promise<void>
}

/** Thrown when the awaited condition did not occur, or did not last. */
export class ExpectationFailed extends Error {
  readonly seen: string
  constructor(expected: string, seen: string, report: Report) {
    super(`Expected ${expected}; seen: ${seen}.\n${report.text}`)
    this.name = 'ExpectationFailed'
    this.seen = seen
  }
}

const LOOK_EVERY_MS = 50
/** Shortest wait for a reaction of the platform on a busy machine, however fast its clock goes. */
const LEAST_WAIT_MS = 3000

export async function createExpect(platform: Pick<Platform, 'call'>, report: () => Report): Promise<Expect> {
  const { call } = platform
  let startCursor = (await call(controlScenarioMark)).cursor

  const settle = async (body: Body): Promise<string> => {
    const { within, throughout } = body
    const isLasting = throughout !== undefined
    const untilMs = spanOf(throughout ?? within)
    const expect = withStart(body)
    const mark = await call(controlScenarioMark)
    const watch = createTimelineWatch(mark)
    const beganMs = performance.now()
    for (;;) {
      const { holds, seen } = await call(controlScenarioCheck, {
        body: { expect, sinceCursor: startCursor, startCursor },
      })
      const now = await call(controlScenarioMark)
      const machineMs = performance.now() - beganMs
      const passedMs = now.clock.rate === 0 ? Math.max(watch.elapsedMs(now), machineMs) : watch.elapsedMs(now)
      const isOver = passedMs >= untilMs && (isLasting || untilMs === 0 || machineMs >= LEAST_WAIT_MS)
      if (holds && (!isLasting || isOver)) return seen
      if (!holds && (isLasting || isOver)) throw new ExpectationFailed(textOf(body), seen, report())
      await delay(LOOK_EVERY_MS)
    }
  }
  const one =
    <Name extends Subject>(name: Name) =>
    (subject: SubjectOf<Name>, timing: Timing = {}) =>
      settle({ [name]: subject, ...written(timing) } as Body)

  const general = async (expectation: Expectation | string) =>
    settle((typeof expectation === 'string' ? expectationOfText(expectation) : expectation) as Body)
  return Object.assign(general, {
    alarm: one('alarm'),
    state: (device: DeviceRef, is: SubjectOf<'state'>['is'], timing?: Timing) =>
      one('state')({ device, is }, timing),
    online: one('online'),
    devices: one('devices'),
    reading: one('reading'),
    position: one('position'),
    fresh: one('fresh'),
    pose: one('pose'),
    sky: one('sky'),
    async fromNow() {
      startCursor = (await call(controlScenarioMark)).cursor
    },
  })
}

const written = ({ within, throughout, because }: Timing): Timing => ({
  ...(within === undefined ? {} : { within: `${spanMs(within)}ms` }),
  ...(throughout === undefined ? {} : { throughout: `${spanMs(throughout)}ms` }),
  ...(because === undefined ? {} : { because }),
})

const spanOf = (span: string | undefined): number => (span === undefined ? 0 : spanMs(span))

/** Alarms count from the start by default: those that a test provoked before waiting are included. */
function withStart(body: Body): Body {
  return body.alarm && body.alarm.since === undefined
    ? { ...body, alarm: { ...body.alarm, since: 'start' } }
    : body
}

function textOf({ because, ...expected }: Body): string {
  const said = JSON.stringify(expected).slice(1, -1).replace(/"/g, '').replace(/,/g, ', ').replace(/:/g, ': ')
  return because === undefined ? said : `${said} (${because})`
}
