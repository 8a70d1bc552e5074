import { controlScenarioCheck } from '@backlot/contract/control/scenario-calls'
import type { AnsweredCall } from '../calls/call-runner.ts'
import type { Directory } from '../fleet/directory.ts'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import type { Disposal } from '../kernel/disposal.ts'
import type { PlatformEvent } from '../kernel/platform-event.ts'
import type { PlatformTroubles } from '../kernel/platform-troubles.ts'
import type { Publisher } from '../kernel/publisher.ts'
import type { Verdict } from '../scenario/verdict.ts'

/** Older ones are forgotten. */
const KEPT = 5000
const SAID_MAX = 400

export type EventLog = {
  list(): PlatformEvent[]
  /** The same publisher; alarms that go through it are noted. */
  through<P extends Publisher>(publisher: P): P
  /** Notes changing calls of every caller before they go on. */
  answered(next: (call: AnsweredCall) => void): (call: AnsweredCall) => void
  follow(timeline: { onVerdict(listener: (verdict: Verdict) => void): () => void }): void
}

/**
 * Collects events of a platform for troubleshooting: changing calls, moves of the clock, devices that come and go,
 * alarms, verdicts of the timeline. In memory, the last few thousand.
 */
export function keepEvents(
  {
    clock,
    host,
    directory,
    troubles,
  }: { clock: PlatformClock; host: HostClock; directory: Directory; troubles: PlatformTroubles },
  disposal: Disposal,
): EventLog {
  let events: PlatformEvent[] = []
  let forgotten = 0
  const note = (kind: PlatformEvent['kind'], said: string) => {
    const number = forgotten + events.length + 1
    events.push({ number, hostMs: host.now(), atMs: clock.now(), kind, said: said.slice(0, SAID_MAX) })
    if (events.length < 2 * KEPT) return
    forgotten += KEPT
    events = events.slice(KEPT)
  }
  disposal.defer(
    clock.onChange(({ kind, epoch }) => note('clock', `${kind}: rate ${clock.rate()}, epoch ${epoch}`)),
  )
  disposal.defer(
    troubles.onChange((change) =>
      note(
        'platform',
        'began' in change
          ? `${change.began.kind} ${change.began.byMs ?? ''}`.trim()
          : `${change.over} is over`,
      ),
    ),
  )
  disposal.defer(
    directory.onChange((change) => {
      if (change.kind === 'status' && change.turned) note('device', `${change.sn} ${change.turned}`)
    }),
  )
  return {
    list: () => events.slice(-KEPT),
    through: (publisher) => ({
      ...publisher,
      alarms(list, updateOnly) {
        for (const { sn, alarmSeq, type, subType } of list) {
          note('alarm', `${updateOnly ? 'changed' : 'raised'} ${type} ${subType} by ${sn}, ${alarmSeq}`)
        }
        publisher.alarms(list, updateOnly)
      },
    }),
    answered: (next) => (answered) => {
      const { call, caller, body, code, message } = answered
      // A check changes nothing; a waiting client checks many times a second.
      if (call.name === controlScenarioCheck.name) return
      // Bodies that people send may hold private data; the control API's orders show how to repeat them.
      const what = call.access.kind === 'control' ? ` ${JSON.stringify(body)}` : ''
      const how = code === 0 ? '' : ` refused: ${code} ${message.en}`
      const who = caller?.loginName ?? (call.access.kind === 'control' ? 'the control API' : 'somebody')
      note('call', `${call.name} by ${who}${how}${what}`)
      next(answered)
    },
    follow(timeline) {
      disposal.defer(
        timeline.onVerdict(({ outcome, text, seen, line }) =>
          note('verdict', `${outcome}: line ${line}, ${text} (${seen})`),
        ),
      )
    },
  }
}
