import type { PttGroup } from '@backlot/contract/talk/ptt-frames'
import { FLOOR_RESULTS, resultName } from '@backlot/contract/talk/results'
import { create } from 'zustand'
import { currentLanguage } from '../../language/language.ts'
import { config } from '../../platform/config.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { talkEngines } from '../../platform/talk.ts'
import type { TalkEngineState, TalkMessage } from '../../platform/talk-engine.ts'
import { useSession } from '../../session/session-store.ts'
import { captureTalk, openTalkSpeaker, playTalk, releaseMicrophone, silenceTalk } from './audio/talk-audio.ts'
import { sayTalk } from './talk-messages.ts'
import { microphoneText } from './talk-texts.ts'
import { endTurn, takeTurn } from './talk-turn.ts'

type Ptt = {
  service: TalkEngineState
  groups: readonly PttGroup[]
  here: number | undefined
  floor: TalkMessage<'floor'> | undefined
  pressed: boolean
  /** Wait in line when somebody speaks. */
  queue: boolean
}

const engine = talkEngines.ptt
export const usePtt = create<Ptt>(() => ({
  service: 'off',
  groups: [],
  here: undefined,
  floor: undefined,
  pressed: false,
  queue: true,
}))
const now = usePtt.getState
let captured = 0

/** Connects while the tool is open; answers a function that disconnects it. */
export function startPtt(): () => void {
  const { userInfo, sessionId } = useSession.getState()
  const stops = [
    engine.onState((service) => {
      const { here } = now()
      usePtt.setState({ service })
      // After a cut the group is joined again.
      if (service === 'ready' && here !== undefined) engine.send({ type: 'pttJoin', groupId: here })
      if (service !== 'ready') usePtt.setState({ floor: undefined, pressed: false })
    }),
    engine.onSound(playTalk),
    engine.on('pttGroups', ({ list }) => usePtt.setState({ groups: list })),
    engine.on('floor', (floor) => {
      if (floor.mine && !now().floor?.mine) captured = 0
      usePtt.setState({ floor })
    }),
    engine.on('floorResult', ({ result }) => {
      const name = resultName(FLOOR_RESULTS, result)
      if (name && name !== 'granted') sayTalk(`ptt.result.${name}`, 'info')
      if (name !== 'granted' && name !== 'queued') usePtt.setState({ pressed: false })
    }),
    engine.on('floorTaken', ({ why }) => {
      usePtt.setState({ pressed: false })
      sayTalk(`ptt.taken.${why}`, 'info')
    }),
    engine.on('pttLeft', ({ why }) => {
      if (why !== 'asked') sayTalk(`ptt.left.${why}`, 'info')
      forget()
    }),
  ]
  engine.connect({
    projectName: config().projectName,
    loginName: userInfo?.loginName ?? '',
    sessionId,
    lang: currentLanguage(),
  })
  return () => {
    for (const stop of stops) stop()
    leaveGroup()
    engine.close()
    usePtt.setState({ service: 'off', groups: [] })
  }
}

export function joinGroup(groupId: number): void {
  if (!takeTurn('ptt')) return
  usePtt.setState({ here: groupId, floor: undefined })
  openTalkSpeaker().catch((error: unknown) => {
    noteProblem('talk sound', String(error))
    sayTalk('noSound')
  })
  engine.send({ type: 'pttJoin', groupId })
}

export function leaveGroup(): void {
  if (now().here === undefined) return
  releaseFloor()
  engine.send({ type: 'pttLeave' })
  forget()
}

export async function pressFloor(): Promise<void> {
  if (now().pressed || now().here === undefined) return
  usePtt.setState({ pressed: true })
  try {
    await captureTalk(sendVoice, () => {
      sayTalk('microphone.lost')
      releaseFloor()
    })
  } catch (error) {
    usePtt.setState({ pressed: false })
    sayTalk(microphoneText(error))
    return
  }
  if (now().pressed) engine.send({ type: 'floorRequest', queue: now().queue })
}

export function releaseFloor(): void {
  if (!now().pressed) return
  usePtt.setState({ pressed: false })
  engine.send({ type: 'floorRelease', frames: captured })
  captured = 0
}

function sendVoice(bytes: Uint8Array<ArrayBuffer>): void {
  const { pressed, floor } = now()
  if (!pressed || !floor?.mine) return
  captured++
  engine.sound(bytes)
}

function forget(): void {
  if (now().here === undefined) return
  usePtt.setState({ here: undefined, floor: undefined, pressed: false })
  releaseMicrophone()
  silenceTalk()
  endTurn('ptt')
}
