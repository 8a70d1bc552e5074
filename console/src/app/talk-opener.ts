/** Which talk the operator asks for from a window: intercom (both speak) or listening. */
export type TalkWish = { sn: string; chnId: number; mode: 'intercom' | 'listen' }

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
