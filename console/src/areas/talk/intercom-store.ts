import { isDeviceOnline } from '@backlot/contract/devices/entities'
import { isDuplex, talkTargetOf } from '@backlot/contract/talk/call-target'
import type { CallTarget } from '@backlot/contract/talk/intercom-frames'
import { create } from 'zustand'
import { deviceBySn } from '../../features/device-tree/device-store.ts'
import type { TalkTarget } from '../../features/open.ts'
import { type DeviceCall, hasSosCard, setMicOwner } from '../../features/talk/talk-state.ts'
import { textOf } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { talkEngines } from '../../platform/talk.ts'
import type { TalkEngineState, TalkMessage } from '../../platform/talk-engine.ts'
import { captureTalk, openTalkSpeaker, playTalk, releaseMicrophone, silenceTalk } from './audio/talk-audio.ts'
import {
  type Call,
  newCall,
  press,
  release,
  startFrame,
  takenCall,
  takesVoice,
  withoutMissed,
  withState,
} from './call.ts'
import { sayTalk } from './talk-messages.ts'
import { microphoneText, resultText } from './talk-texts.ts'
import { endTurn, takeTurn } from './talk-turn.ts'

export type IntercomMode = 'intercom' | 'broadcast'
export type Panel = { target: CallTarget; mode: IntercomMode; others: readonly CallTarget[] }
export type Incoming = TalkMessage<'incoming'>

type Intercom = {
  service: TalkEngineState
  panel: Panel | undefined
  call: Call | undefined
  /** The browser is being asked for the microphone. */
  asking: boolean
  incoming: readonly Incoming[]
}

/** Most devices named that a broadcast did not reach. */
const MISSED_NAMED = 3

const engine = talkEngines.intercom

export const useIntercom = create<Intercom>(() => ({
  service: 'off',
  panel: undefined,
  call: undefined,
  asking: false,
  incoming: [],
}))
const now = useIntercom.getState
let count = 0
/** The button that requested the microphone may be up before the browser has answered. */
let held = false

/** Connects the store to its engine; answers a function that disconnects it. */
export function startIntercom(): () => void {
  const stops = [
    engine.onState((service) => {
      useIntercom.setState({ service })
      // Calls end with their socket.
      if (service !== 'ready') {
        if (now().call) sayTalk('end.linkLost', 'warning')
        forgetCall()
        useIntercom.setState({ incoming: [] })
      }
    }),
    engine.onSound(playTalk),
    engine.on('callResult', onResult),
    engine.on('callState', (message) => {
      const { call } = now()
      if (call?.callId !== message.callId) return
      const step = withState(call, message, performance.now())
      if (step.send) engine.send(step.send)
      setCall(step.call)
    }),
    engine.on('callEnd', (message) => {
      if (now().call?.callId !== message.callId) return
      forgetCall()
      if (message.by !== 'operator') sayTalk(`end.${message.reason}`, 'info')
    }),
    engine.on('incoming', (message) => {
      const others = now().incoming.filter(({ callId }) => callId !== message.callId)
      useIntercom.setState({ incoming: [...others, message] })
    }),
    engine.on('incomingEnd', ({ callId, why }) => {
      const was = now().incoming.find((one) => one.callId === callId)
      useIntercom.setState({ incoming: now().incoming.filter((one) => one.callId !== callId) })
      if (why !== 'answeredElsewhere' && why !== 'hungUp' && why !== 'noAnswer') return
      // Answered here, but a colleague was faster.
      const isOwn = now().call?.callId === callId
      if (isOwn) forgetCall()
      if (isOwn || (was && !isOnCard(was))) sayTalk(`incoming.${why}`, 'info')
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    endAll()
  }
}

/** Opens intercom or listening for a channel; reports when that is impossible. */
export function openIntercom({ sn, chnId, mode }: TalkTarget): void {
  const target = targetFor(sn, chnId)
  if (!target) return
  const { call } = now()
  if (call) {
    // Switching while busy is an error and ends the call (stated).
    sayTalk('busy')
    hangUp()
  }
  if (mode === 'listen') {
    useIntercom.setState({ panel: undefined })
    if (!call) listen(target)
    return
  }
  useIntercom.setState({ panel: { target, mode: 'intercom', others: [] } })
}

/** The channel pair of a device that can be talked to, or undefined after saying why not. */
function targetFor(sn: string, chnId: number | undefined): CallTarget | undefined {
  const device = deviceBySn(sn)
  const channels = device?.chnList ?? []
  const found = talkTargetOf({ protocolType: device?.protocolType, channels }, chnId)
  if (typeof found !== 'string') return { sn, chnId: found.videoChnId }
  sayTalk(`target.${found}`)
  return undefined
}

/** Whether a call could begin now; reports why not. Needs the device online and the intercom server (stated). */
function mayStart({ sn }: CallTarget): boolean {
  const device = deviceBySn(sn)
  const reason =
    engine.state() !== 'ready'
      ? ('intercomServerOffline' as const)
      : device && !isDeviceOnline(device)
        ? ('deviceOffline' as const)
        : undefined
  if (reason) sayTalk(reason)
  return reason === undefined && takeTurn('intercom')
}

function listen(target: CallTarget): void {
  if (!mayStart(target)) return
  begin(newCall(nextId(), 'monitor', [target], false))
}

/** The talk button went down: calls, or speaks in the call that is up. */
export function pressTalk(): void {
  const { call, panel } = now()
  if (held) return
  held = true
  if (call) {
    void speak(call)
    return
  }
  if (!panel || !mayStart(panel.target)) return
  const targets = panel.mode === 'broadcast' ? [panel.target, ...panel.others] : [panel.target]
  const duplex = panel.mode === 'intercom' && isDuplex(deviceBySn(panel.target.sn)?.protocolType)
  void startCall(targets, panel.mode, duplex)
}

async function startCall(targets: readonly CallTarget[], mode: IntercomMode, duplex: boolean): Promise<void> {
  if (!(await withMicrophone())) return
  // Asked and let go meanwhile: only a V3 call is begun by a mere press.
  if (!held && !duplex) {
    releaseMicrophone()
    endTurn('intercom')
    return
  }
  const asked = newCall(nextId(), mode === 'broadcast' ? 'broadcast' : 'call', targets, duplex)
  begin(held ? asked : { ...asked, pressed: false })
}

async function speak(call: Call): Promise<void> {
  if (call.kind === 'monitor' || !(await withMicrophone()) || !held) return
  const current = now().call
  if (current?.callId !== call.callId) return
  const step = press(current)
  setCall(step.call)
  if (step.send) engine.send(step.send)
}

/** The talk button went up. */
export function releaseTalk(): void {
  if (!held) return
  held = false
  const { call } = now()
  if (!call) return
  const step = release(call)
  setCall(step.call)
  if (step.send) engine.send(step.send)
}

/** Another mode ends the present call (stated). */
export function setMode(mode: IntercomMode): void {
  hangUp()
  const { panel } = now()
  if (panel) useIntercom.setState({ panel: { ...panel, mode } })
}

export function setOthers(others: readonly CallTarget[]): void {
  const { panel } = now()
  if (panel) useIntercom.setState({ panel: { ...panel, others } })
}

/** Closing the popup ends the call (stated). */
export function closePanel(): void {
  hangUp()
  useIntercom.setState({ panel: undefined })
}

export function hangUp(): void {
  const { call } = now()
  if (!call) return
  const step = release(call)
  if (step.send) engine.send(step.send)
  engine.send({ type: 'callStop', callId: call.callId })
  forgetCall()
}

export function endAll(): void {
  closePanel()
}

/** An SOS call: the SOS card shows it, where there is one. */
export const isOnCard = ({ cause }: Pick<Incoming, 'cause'>): boolean => cause === 'sos' && hasSosCard()

/** Takes a device's call: the present one ends. */
export function answer(incoming: DeviceCall): void {
  hangUp()
  if (!takeTurn('intercom')) return
  const duplex = isDuplex(deviceBySn(incoming.sn)?.protocolType)
  useIntercom.setState({
    panel: undefined,
    incoming: now().incoming.filter(({ callId }) => callId !== incoming.callId),
  })
  openSpeaker()
  setCall(takenCall(incoming.callId, { sn: incoming.sn, chnId: incoming.chnId }, duplex))
  engine.send({ type: 'callAnswer', callId: incoming.callId })
}

export function reject({ callId }: DeviceCall): void {
  engine.send({ type: 'callReject', callId })
  useIntercom.setState({ incoming: now().incoming.filter((one) => one.callId !== callId) })
}

function begin(call: Call): void {
  openSpeaker()
  setCall(call)
  engine.send(startFrame(call))
}

function onResult({ callId, kind, result, targets }: TalkMessage<'callResult'>): void {
  const { call } = now()
  if (call?.callId !== callId) return
  if (result !== 0) {
    forgetCall()
    sayTalk(resultText(kind, result))
    return
  }
  const { call: heard, missed } = withoutMissed(call, targets)
  if (missed.length === 0) return
  setCall(heard)
  const names = missed.slice(0, MISSED_NAMED).map(({ sn }) => deviceBySn(sn)?.name ?? sn)
  if (missed.length > names.length) names.push('…')
  sayTalk('broadcast.missed', 'warning', { count: missed.length, names: names.join(textOf('talk')('comma')) })
}

/** Opens the microphone for the call; reports when there is none. */
async function withMicrophone(): Promise<boolean> {
  useIntercom.setState({ asking: true })
  try {
    await captureTalk(sendVoice, () => {
      sayTalk('microphone.lost')
      hangUp()
    })
    return true
  } catch (error) {
    held = false
    if (!now().call) endTurn('intercom')
    sayTalk(microphoneText(error))
    return false
  } finally {
    useIntercom.setState({ asking: false })
  }
}

function sendVoice(bytes: Uint8Array<ArrayBuffer>): void {
  const { call } = now()
  if (!call || !takesVoice(call)) return
  // Counted in place: nothing that is drawn depends on it.
  call.captured++
  engine.sound(bytes)
}

function openSpeaker(): void {
  openTalkSpeaker().catch((error: unknown) => {
    noteProblem('talk sound', String(error))
    sayTalk('noSound')
  })
}

function setCall(call: Call): void {
  useIntercom.setState({ call })
  setMicOwner(call.kind === 'call' ? call.targets[0] : undefined)
}

function forgetCall(): void {
  held = false
  if (!now().call) return
  useIntercom.setState({ call: undefined })
  releaseMicrophone()
  silenceTalk()
  endTurn('intercom')
  setMicOwner(undefined)
}

function nextId(): string {
  return `c${Date.now().toString(36)}-${++count}`
}
