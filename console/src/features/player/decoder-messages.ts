import type { Passing } from './key-frame-filter.ts'
import type { DecodingFailure } from './live-way.ts'

/** Between a page and the worker that decodes its live video. `id`: of a stream. */

export type ToDecoder =
  | { kind: 'play'; id: number; url: string; track: WritableStream<VideoFrame> }
  | { kind: 'thin'; id: number; keysOnly: boolean }
  | { kind: 'stop'; id: number }
  /** The page is hidden: no stream is decoded until it is seen again. */
  | { kind: 'rest'; resting: boolean }

export type FromDecoder =
  | { kind: 'states'; states: readonly [id: number, state: DecodingState][] }
  | { kind: 'over'; id: number; reason: DecodingEnd }

/** ended: by the server; media: unreadable, or no stream came. */
export type DecodingEnd = 'ended' | 'media' | DecodingFailure

/** State of a stream, about four times a second. */
export type DecodingState = {
  passing: Passing
  heldBack: number
  keyEveryMs: number | undefined
  /** All that was received. */
  bytes: number
  /** Pictures that were late because decoding was, or were left out for that. */
  missed: number
  /** Milliseconds of the stream that were received and are not yet shown. */
  waitingMs: number
  /** Time of the shown picture in the stream, milliseconds. */
  shownMs: number
  codec: string | undefined
  fps: number | undefined
  size: { width: number; height: number } | undefined
}
