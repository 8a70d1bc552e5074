/** Where a stream's tags come from: a drawn scene, a looped clip, or a device that publishes. */
import type { FlvTag } from '../wire/flv/flv-tag.ts'

export type SourceKind = 'scene' | 'clip' | 'published'

export type SourceStats = {
  framesEncoded: number
  framesSkipped: number
  encoderPid?: number
  restarts: number
}

export type StreamSource = {
  kind: SourceKind
  stats(): SourceStats
  stop(): Promise<void>
}

export type SourceEvents = {
  tag(tag: FlvTag): void
  /** The first picture is out. */
  live(): void
  /** The stream starts again: headers and pictures kept so far are void. */
  restarted(): void
}
