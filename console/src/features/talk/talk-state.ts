import type { TalkService } from '@backlot/contract/talk/frames'

const enders = new Set<() => void>()

/** Ends talk in progress: its window closes, or the page is left. */
export function endTalk(): void {
  for (const end of enders) end()
}

/** Calls back with requests to end the talk. Answers a function that stops it. */
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

/** Answers and rejects calls for others; used by the call tools. Answers a function that stops it. */
export function onAnswerCall(answerer: CallAnswerer): () => void {
  answerers.add(answerer)
  return () => answerers.delete(answerer)
}

let sosCards = 0

/** Shows SOS calls on the SOS card, not in the call tools. Answers a function that ends it. */
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
 * Sets the channel that has the microphone now (undefined: none). Windows show it; there is one microphone, so a new
 * owner switches the previous one off.
 */
export function setMicOwner(owner: { sn: string; chnId: number } | undefined): void {
  micOwner = owner
  for (const listener of micListeners) listener(owner)
}

/** The channel that has the microphone. */
export function currentMicOwner(): { sn: string; chnId: number } | undefined {
  return micOwner
}

/** Calls back with the owner of the microphone. Answers a function that stops it. */
export function onMicOwner(listener: MicListener): () => void {
  micListeners.add(listener)
  return () => micListeners.delete(listener)
}

let underWay: TalkService | undefined

/** Sets the service of talk that has the page's sound now: calls, broadcast and listening are `intercom`. */
export function setTalkUnderWay(service: TalkService | undefined): void {
  underWay = service
}

/** The active service of talk on this page. */
export function talkUnderWay(): TalkService | undefined {
  return underWay
}
