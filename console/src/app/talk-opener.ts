import type { TalkService } from '@backlot/contract/talk/frames'

/** Which talk the operator asks for: intercom (both speak) or listening; without a channel, the device as a whole. */
export type TalkWish = { sn: string; chnId?: number; mode: 'intercom' | 'listen' }

type Opener = (wish: TalkWish) => void
const openers = new Set<Opener>()

/** Opens the call tools for a channel, wherever the operator is. False when nobody offers talk. */
export function openTalk(wish: TalkWish): boolean {
  for (const opener of openers) opener(wish)
  return openers.size > 0
}

/** Hears requests to talk; the call tools do. Answers how to stop hearing them. */
export function onOpenTalk(opener: Opener): () => void {
  openers.add(opener)
  return () => openers.delete(opener)
}

const enders = new Set<() => void>()

/** Ends talk in progress: its window closes, or the page is left. */
export function endTalk(): void {
  for (const end of enders) end()
}

/** Hears requests to end the talk. Answers how to stop hearing them. */
export function onEndTalk(end: () => void): () => void {
  enders.add(end)
  return () => enders.delete(end)
}

/** A device that calls the operators. */
export type DeviceCall = { callId: string; sn: string; chnId: number }
type CallAnswerer = { answer(call: DeviceCall): void; reject(call: DeviceCall): void }
const answerers = new Set<CallAnswerer>()

/** Takes a call that rings here. False when nobody offers talk. */
export function answerCall(call: DeviceCall): boolean {
  for (const answerer of answerers) answerer.answer(call)
  return answerers.size > 0
}

/** Lets a call ring elsewhere only. */
export function rejectCall(call: DeviceCall): void {
  for (const answerer of answerers) answerer.reject(call)
}

/** Answers and rejects calls for others; the call tools do. Answers how to stop. */
export function onAnswerCall(answerer: CallAnswerer): () => void {
  answerers.add(answerer)
  return () => answerers.delete(answerer)
}

let sosCards = 0

/** Calls for help are shown on the SOS card, not in the call tools. Answers how to end that. */
export function showSosCalls(): () => void {
  sosCards++
  return () => {
    sosCards--
  }
}

export const hasSosCard = (): boolean => sosCards > 0

type MicListener = (owner: { sn: string; chnId: number } | undefined) => void
const micListeners = new Set<MicListener>()
let micOwner: { sn: string; chnId: number } | undefined

/**
 * The talk says which channel has the microphone now (undefined: none). Windows show it; there is one microphone, so
 * naming another switches the one before off.
 */
export function setMicOwner(owner: { sn: string; chnId: number } | undefined): void {
  micOwner = owner
  for (const listener of micListeners) listener(owner)
}

/** The channel that has the microphone. */
export function currentMicOwner(): { sn: string; chnId: number } | undefined {
  return micOwner
}

/** Hears who has the microphone. Answers how to stop hearing it. */
export function onMicOwner(listener: MicListener): () => void {
  micListeners.add(listener)
  return () => micListeners.delete(listener)
}

let underWay: TalkService | undefined

/** The talk says which of its services has the page's sound now: calls, broadcast and listening are `intercom`. */
export function setTalkUnderWay(service: TalkService | undefined): void {
  underWay = service
}

/** The service of the talk that is under way on this page. */
export function talkUnderWay(): TalkService | undefined {
  return underWay
}

/** Tools of talk that stand beside calls. */
export type TalkToolName = 'meeting' | 'ptt'

const toolOpeners = new Set<(tool: TalkToolName) => void>()

/** Opens the audio meeting or push-to-talk. False when nobody offers it. */
export function openTalkTool(tool: TalkToolName): boolean {
  for (const opener of toolOpeners) opener(tool)
  return toolOpeners.size > 0
}

/** Hears requests for a tool. Answers how to stop hearing them. */
export function onOpenTalkTool(opener: (tool: TalkToolName) => void): () => void {
  toolOpeners.add(opener)
  return () => toolOpeners.delete(opener)
}
