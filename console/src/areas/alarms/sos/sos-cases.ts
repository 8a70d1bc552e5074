import type { Alarm } from '@backlot/contract/alarms/entities'
import { alarmKey } from '../../../features/alarms/alarm-key.ts'
import { newerAlarm } from '../newer-alarm.ts'

/** An SOS call that rings, or rang: mine and answered say who took it, missed that nobody did. */
type SosCall = {
  callId: string
  sn: string
  chnId: number
  state: 'ringing' | 'declined' | 'mine' | 'answered' | 'missed'
  /** Who answered; empty while unknown. */
  by: string
}

/** One SOS: its alarm, the call of its device, or both. */
export type SosCase = {
  key: string
  sn: string
  chnId: number
  /** Seconds. */
  since: number
  alarm?: Alarm
  call?: SosCall
  /** performance.now() when somebody else had it, or it was processed. */
  handledMs?: number
}

export type SosStatus =
  | { kind: 'ringing' | 'waiting' | 'missed' | 'mine' }
  /** by: a colleague's name, or empty where the platform does not report it. */
  | { kind: 'handled'; by: string }

/**
 * Viewpoint of one operator on a case. `knowsResponses`: the platform reports who responds; elsewhere read is handled.
 */
export type Viewer = { userId: number | undefined; knowsResponses: boolean }

export function statusOf({ alarm, call }: SosCase, { userId, knowsResponses }: Viewer): SosStatus {
  if (alarm && alarm.processingType !== null) return { kind: 'handled', by: alarm.processingName }
  const responder = alarm?.responderName
  if (responder !== undefined && alarm?.responderId !== userId) return { kind: 'handled', by: responder }
  if (responder !== undefined || call?.state === 'mine') return { kind: 'mine' }
  if (call?.state === 'answered') return { kind: 'handled', by: call.by }
  if (call?.state === 'ringing') return { kind: 'ringing' }
  if (alarm && !knowsResponses && alarm.isRead === 1) return { kind: 'handled', by: '' }
  return { kind: call?.state === 'missed' || alarm?.state === 2 ? 'missed' : 'waiting' }
}

/** Takes alarms in: known ones change, new ones join the call of their device or begin a case. */
export function withAlarms(
  cases: readonly SosCase[],
  alarms: readonly Alarm[],
  onlyKnown: boolean,
): readonly SosCase[] {
  let next = cases
  for (const alarm of alarms) {
    const at = next.findIndex((one) => one.alarm && alarmKey(one.alarm) === alarmKey(alarm))
    if (at >= 0) next = changed(next, at, alarm)
    else if (!onlyKnown) {
      const calling = next.findIndex((one) => one.sn === alarm.sn && !one.alarm)
      next =
        calling >= 0
          ? next.with(calling, { ...next[calling]!, since: alarm.startTime, alarm })
          : [
              ...next,
              { key: alarmKey(alarm), sn: alarm.sn, chnId: alarm.chnId, since: alarm.startTime, alarm },
            ]
    }
  }
  return next
}

function changed(cases: readonly SosCase[], at: number, heard: Alarm): readonly SosCase[] {
  const before = cases[at]!
  const alarm = before.alarm ? newerAlarm(before.alarm, heard) : heard
  return alarm === before.alarm ? cases : cases.with(at, { ...before, alarm })
}

/** A device calls: the call joins the newest alarm of its device that nobody has, or begins a case. */
export function withCall(
  cases: readonly SosCase[],
  call: Pick<SosCall, 'callId' | 'sn' | 'chnId'>,
  nowS: number,
): readonly SosCase[] {
  const ringing: SosCall = { ...call, state: 'ringing', by: '' }
  const known = cases.findIndex((one) => one.call?.callId === call.callId)
  if (known >= 0) return cases.with(known, { ...cases[known]!, call: ringing })
  const alarmed = cases.findLastIndex(
    (one) => one.sn === call.sn && one.handledMs === undefined && one.call?.state !== 'mine',
  )
  if (alarmed >= 0) return cases.with(alarmed, { ...cases[alarmed]!, call: ringing })
  const { callId, sn, chnId } = call
  return [...cases, { key: callId, sn, chnId, since: nowS, call: ringing }]
}

/** Changes the state of a call. */
export function withCallState(
  cases: readonly SosCase[],
  callId: string,
  state: SosCall['state'],
  by = '',
): readonly SosCase[] {
  return cases.map((one) =>
    one.call?.callId === callId ? { ...one, call: { ...one.call, state, by } } : one,
  )
}

/** The link to the talk service is gone, and with it every call that rang. */
export function withoutRinging(cases: readonly SosCase[]): readonly SosCase[] {
  return cases.map((one) =>
    one.call?.state === 'ringing' || one.call?.state === 'mine'
      ? { ...one, call: { ...one.call, state: one.call.state === 'mine' ? 'declined' : 'missed' } }
      : one,
  )
}

/** A case that somebody handled stays that long as one line. */
export const FOLDED_MS = 8000

/** Notes when a case was handled, and leaves out those that were for a while and cannot be taken back (`undoable`). */
export function settled(
  cases: readonly SosCase[],
  viewer: Viewer,
  nowMs: number,
  undoable: (alarm: Alarm) => boolean = () => false,
): readonly SosCase[] {
  return cases.flatMap((one) => {
    if (statusOf(one, viewer).kind !== 'handled') {
      const { handledMs, ...open } = one
      return [handledMs === undefined ? one : open]
    }
    const handledMs = one.handledMs ?? nowMs
    const isKept = one.alarm !== undefined && undoable(one.alarm)
    if (nowMs - handledMs >= FOLDED_MS && !isKept) return []
    return [one.handledMs === undefined ? { ...one, handledMs } : one]
  })
}

const RANK = { ringing: 0, waiting: 1, missed: 1, mine: 2, handled: 3 } as const

/**
 * Cases in the order of urgency: ringing calls, then those that nobody has, the viewer's own, handled ones; the oldest
 * of each first.
 */
export function inOrder(cases: readonly SosCase[], viewer: Viewer): readonly SosCase[] {
  return cases.toSorted(
    (a, b) => RANK[statusOf(a, viewer).kind] - RANK[statusOf(b, viewer).kind] || a.since - b.since,
  )
}

/** The case after this one that somebody has to look at; itself when it is the only one. */
export function nextCase(
  ordered: readonly SosCase[],
  key: string | undefined,
  viewer: Viewer,
): SosCase | undefined {
  const open = ordered.filter((one) => statusOf(one, viewer).kind !== 'handled')
  const at = open.findIndex((one) => one.key === key)
  return open[(at + 1) % Math.max(1, open.length)]
}
