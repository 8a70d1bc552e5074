/** What a demuxer answers. */
import type { PesTimes } from './pes-packet.ts'
import type { PsProblem } from './problem.ts'
import type { ProgramStreamMap } from './program-stream-map.ts'
import type { AudioCodec, VideoCodec } from './stream-types.ts'

export type PsItem =
  /** An access unit in Annex B bytes; of codecs other than H.264 and H.265, the bytes from one time to the next. */
  | ({
      kind: 'video'
      streamId: number
      codec: VideoCodec | undefined
      isKey: boolean
      bytes: Uint8Array
    } & PesTimes)
  /** A frame of AAC with its header; of other codecs, the bytes of a packet. Without a codec, neither map nor bytes tell. */
  | {
      kind: 'audio'
      streamId: number
      codec: AudioCodec | undefined
      pts: number | undefined
      bytes: Uint8Array
    }
  /** The bytes of a packet of a private stream: 0xBD, or 0xBF, which has no times. */
  | ({ kind: 'private'; streamId: number; bytes: Uint8Array } & PesTimes)
  /** A map other than the last one. */
  | { kind: 'map'; map: ProgramStreamMap }
  /** The end code; more may follow. */
  | { kind: 'end' }
  | { kind: 'problem'; problem: PsProblem }
