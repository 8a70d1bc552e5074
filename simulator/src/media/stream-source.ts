/** Where a stream's tags come from: a drawn scene, a looped clip, a device that publishes, or one that we ask. */
import type { FlvTag } from '../wire/flv/flv-tag.ts'
import type { StreamFacts } from './stream-facts.ts'

/** `pulled`: it is asked of a foreign device while somebody watches. */
export type SourceKind = 'scene' | 'clip' | 'published' | 'pulled'

export type SourceStats = {
  framesEncoded: number
  framesSkipped: number
  encoderPid?: number | undefined
  /** The machine that draws it, where it is another one. */
  worker?: string | undefined
  /** False: it takes no encoder of this machine. */
  encodesHere?: boolean
  restarts: number
  pulled?: PulledStats
}

/** Of a pulled stream: what is known of it, and why it does not come at the moment. */
export type PulledStats = Partial<StreamFacts> & { lostPackets?: number; problem?: string | undefined }

export type StreamSource = {
  kind: SourceKind
  stats(): SourceStats
  stop(): Promise<void>
}

/** Starts a source. Its tags may begin at any time where it is a foreign one. */
export type OpenSource = (timestampAt: (hostMs: number) => number, events: SourceEvents) => StreamSource

export type SourceEvents = {
  tag(tag: FlvTag): void
  /** The first picture is out. */
  live(): void
  /** The stream starts again: headers and pictures kept so far are void. */
  restarted(): void
}
