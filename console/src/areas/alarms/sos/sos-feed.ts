import { ACCESS } from '@backlot/contract/access'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { SOS } from '@backlot/contract/alarms/constants'
import { LIMITS } from '@backlot/contract/limits'
import { isShielded } from '../../../features/alarms/shield-list.ts'
import { useShield } from '../../../features/alarms/shield-store.ts'
import { showSosCalls } from '../../../features/talk/talk-state.ts'
import { channel } from '../../../platform/channel.ts'
import { request } from '../../../platform/client.ts'
import { platformNow } from '../../../platform/clock.ts'
import { noteProblem } from '../../../platform/diagnostics.ts'
import { talkEngines } from '../../../platform/talk.ts'
import { isCallPermitted } from '../../../session/permission.ts'
import { useSession } from '../../../session/session-store.ts'
import { isProcessed, isSos } from '../alarm-rules.ts'
import { onNews } from '../alarm-store.ts'
import { useAlarmView } from '../alarm-view-store.ts'
import { refreshSos } from './refresh-sos.ts'
import { takeAnswered } from './sos-actions.ts'
import { withAlarms, withCall, withCallState, withoutRinging } from './sos-cases.ts'
import { addOpenAlarms, changeCases, forgetSos, openCount, raiseSos, showAgain, useSos } from './sos-store.ts'

/** Most cases on the card; the rest is counted and moves up as they are handled. */
const SOS_CASES_MAX = 50

const isWanted = (alarm: Parameters<typeof isShielded>[0]) => !isShielded(alarm, useShield.getState().shield)

/** Follows SOS calls as they come. Answers a function that stops it. */
export function followSos(): () => void {
  const userId = useSession.getState().userInfo?.userId
  useSos.setState(({ viewer }) => ({ viewer: { ...viewer, userId } }))
  const engine = talkEngines.intercom
  const stops = [
    showSosCalls(),
    onNews(({ fresh, skipped }) => {
      const calls = fresh.filter(isSos).filter(isWanted)
      if (calls.length > 0) {
        const room = Math.max(0, SOS_CASES_MAX - openCount())
        changeCases((cases) => withAlarms(cases, calls.slice(0, room), false))
        takeAnswered(mayHandle())
        if (calls.length > room) useSos.setState(({ more }) => ({ more: more + calls.length - room }))
        raiseSos()
      }
      // The channel left some out: they may be among those.
      if ((skipped[SOS.type] ?? 0) > 0) void loadOpenSos()
    }),
    channel.on('alarm', ({ list }) => {
      const known = list.filter(isSos)
      if (known.length > 0) changeCases((cases) => withAlarms(cases, known, true))
    }),
    useShield.subscribe(() => changeCases((cases) => cases.filter(({ alarm }) => !alarm || isWanted(alarm)))),
    // A gap may hold the outcome of a case: a console that was away is not sent every change.
    channel.on('alarmGap', () => void lookAgain()),
    channel.on('resync', () => {
      void loadOpenSos()
      void lookAgain()
    }),
    engine.on('incoming', ({ callId, sn, chnId, cause }) => {
      if (cause !== 'sos') return
      changeCases((cases) => withCall(cases, { callId, sn, chnId }, platformNow() / 1000))
      raiseSos()
    }),
    engine.on('incomingEnd', ({ callId, why, by }) => {
      const state = {
        answered: 'mine',
        answeredElsewhere: 'answered',
        rejected: 'declined',
        hungUp: 'missed',
        noAnswer: 'missed',
      } as const
      changeCases((cases) => withCallState(cases, callId, state[why], by))
      // Its alarm may have come while the call was being answered.
      if (why === 'answered') takeAnswered(mayHandle())
    }),
    engine.onState((state) => {
      if (state !== 'ready') changeCases(withoutRinging)
    }),
    useSos.subscribe(({ cases, more }, before) => {
      if (more > 0 && cases.length < before.cases.length && cases.length < SOS_CASES_MAX / 2) {
        useSos.setState({ more: 0 })
        void loadOpenSos()
      }
    }),
    useAlarmView.subscribe((view, before) => {
      if (before.opened && !view.opened) showAgain()
    }),
    forgetSos,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Adds the SOS that nobody has had yet, once the platform's clock is known. */
export async function loadOpenSos(): Promise<void> {
  try {
    await loadOpen()
  } catch (error) {
    noteProblem('sos.open', String(error))
  }
}

async function lookAgain(): Promise<void> {
  try {
    await refreshSos()
  } catch (error) {
    noteProblem('sos.refresh', String(error))
  }
}

const mayHandle = () => ({ handle: isCallPermitted(ACCESS.handleAlarms, useSession.getState()) })

/**
 * Loads the unprocessed SOS of the last day: without those that a colleague responds to, and those that ended after
 * this operator had taken them.
 */
async function loadOpen(): Promise<void> {
  const endTime = Math.ceil(platformNow() / 1000)
  const startTime = endTime - LIMITS.queryRangeMs / 1000
  const { list, total } = await request(listAlarms, {
    query: {
      startTime,
      endTime,
      type: SOS.type,
      subType: SOS.subType,
      processed: 0,
      pageSize: SOS_CASES_MAX,
    },
  })
  const { userId } = useSos.getState().viewer
  const open = list
    .filter((alarm) => isSos(alarm) && !isProcessed(alarm) && isWanted(alarm))
    .filter(({ responderId, state }) => responderId === undefined || (responderId === userId && state === 1))
  addOpenAlarms(open)
  takeAnswered(mayHandle())
  useSos.setState({ more: Math.max(0, total - list.length) })
}
