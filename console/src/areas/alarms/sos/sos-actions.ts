import { respondToAlarm } from '@backlot/contract/alarms/calls'
import { sendMessage } from '@backlot/contract/device-messages/calls'
import type { NearbyDevice } from '@backlot/contract/map-dispatch/calls'
import { talkTargetOf } from '@backlot/contract/talk/call-target'
import { notify } from '../../../components/notifications/notify.ts'
import { silenceAlarms } from '../../../features/alarms/alarm-sound.ts'
import { deviceBySn } from '../../../features/device-tree/device-store.ts'
import { open } from '../../../features/open.ts'
import { answerCall, rejectCall } from '../../../features/talk/talk-state.ts'
import { errorText } from '../../../language/error-text.ts'
import { textOf } from '../../../language/language.ts'
import { request } from '../../../platform/client.ts'
import { isCallMissing } from '../../../platform/platform-reply-error.ts'
import { markRead } from '../alarm-store.ts'
import { openDetail } from '../alarm-view-store.ts'
import { type SosCase, withCallState } from './sos-cases.ts'
import type { SosRights } from './sos-choices.ts'
import { changeCases, dismissCase, noteDispatched, putAside, useSos } from './sos-store.ts'

/** The calls that were answered here before their alarm came: it is this operator's too. */
export function takeAnswered(rights: Pick<SosRights, 'handle'>): void {
  for (const one of useSos.getState().cases) {
    if (one.call?.state === 'mine' && one.alarm?.responderName === undefined) void take(one, rights)
  }
}

/** A call may come a moment before its alarm, by which the platform decides whose case it is. */
const ALARM_COMES_MS = 2000

const caseOf = (key: string) => useSos.getState().cases.find((one) => one.key === key)

/** The alarm of a case that has none yet, waited for while its call rings; undefined when none comes. */
async function comingAlarm({ key }: SosCase): Promise<SosCase['alarm']> {
  const isWaiting = () => {
    const now = caseOf(key)
    return now?.call?.state === 'ringing' && !now.alarm
  }
  if (!isWaiting()) return undefined
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, ALARM_COMES_MS)
    const stop = useSos.subscribe(() => {
      if (!isWaiting()) end()
    })
  })
  return caseOf(key)?.alarm
}

/**
 * Assigns the case to this operator before any other action: of two who press at once one gets it, and the other one
 * sees who. Answers whether it succeeded. Without the right to handle alarms there is nothing to take.
 */
async function take(one: SosCase, { handle }: Pick<SosRights, 'handle'>): Promise<boolean> {
  silenceAlarms()
  if (!handle || !useSos.getState().viewer.knowsResponses) return true
  const alarm = one.alarm ?? (await comingAlarm(one))
  if (!alarm) return true
  try {
    const { id, sn, alarmSeq } = alarm
    await request(respondToAlarm, { body: { id, sn, alarmSeq } })
    return true
  } catch (error) {
    if (isCallMissing(error)) {
      useSos.setState(({ viewer }) => ({ viewer: { ...viewer, knowsResponses: false } }))
      return true
    }
    notify.warning(errorText(error))
    return false
  }
}

/** Takes the case and speaks with the caller: answers a call that rang, if it still does, else calls the device. */
export async function answerCase(one: SosCase, rights: SosRights): Promise<void> {
  const rang = one.call?.state === 'ringing'
  if (!(await take(one, rights)) || !rights.talk) return
  if (rang) {
    const call = caseOf(one.key)?.call
    if (call?.state === 'ringing') answerCall(call)
  } else if (canTalk(one.sn)) open({ kind: 'talk', target: { sn: one.sn, mode: 'intercom' } })
}

/** Whether a device can be talked to. */
export function canTalk(sn: string): boolean {
  const { protocolType, chnList: channels = [] } = deviceBySn(sn) ?? {}
  return typeof talkTargetOf({ protocolType, channels }) !== 'string'
}

/** Lets the call ring at colleagues only. */
export function declineCase({ call }: SosCase): void {
  silenceAlarms()
  if (call?.state !== 'ringing') return
  rejectCall(call)
  changeCases((cases) => withCallState(cases, call.callId, 'declined'))
}

/** Acknowledges a missed call; it leaves the card of everybody. */
export async function acknowledgeCase(one: SosCase, rights: SosRights): Promise<void> {
  if (!(await take(one, rights))) return
  const { alarm } = one
  if (alarm && !useSos.getState().viewer.knowsResponses) {
    try {
      await markRead([alarm])
    } catch (error) {
      notify.error(errorText(error))
      return
    }
  }
  dismissCase(one.key)
}

/** Opens the alarm; the card is put away so that it covers nothing of it. */
export function processCase({ alarm }: SosCase): void {
  if (!alarm) return
  putAside()
  openDetail(alarm)
}

/** Takes the case and sends a unit there: an urgent text that it reads out. */
export async function dispatchUnit(
  one: SosCase,
  unit: Pick<NearbyDevice, 'sn' | 'name'>,
  text: string,
  rights: SosRights,
): Promise<void> {
  if (!(await take(one, rights))) return
  try {
    await request(sendMessage, { body: { sn: unit.sn, text, urgent: true, spoken: true } })
    noteDispatched(one.key, unit.sn)
    notify.success(textOf('sos')('dispatched', { name: unit.name }))
  } catch (error) {
    notify.error(errorText(error))
  }
}
