/** Draws the pictures of one stream and encodes them: by a drawing thread and an ffmpeg of its own. */
import type { HostClock } from '../kernel/clock.ts'
import type { FlvTag } from '../wire/flv/flv-tag.ts'
import type { SceneInput } from '../world/scenes/scene-input.ts'
import { type EncoderChild, startEncoder } from './encoder.ts'
import type { EncoderOptions } from './encoder-arguments.ts'
import type { SceneService } from './scene-service.ts'

export type PictureOrder = {
  /** Left out: a black picture. */
  input: SceneInput | undefined
  /** Media time of its tag. */
  timestampMs: number
  /** It shows something else than the one before: its backdrop has to be drawn. */
  fresh: boolean
}

export type PictureEncoder = {
  /** Process id of the ffmpeg on this machine. */
  pid?: number | undefined
  /** The machine that draws, where it is another one. */
  worker?: string
  /** Pictures handed over that its encoder has not yet taken. */
  waiting(): number
  /** Has a picture drawn and encoded. Resolves when the next one may be; rejects when it could not be drawn. */
  encode(picture: PictureOrder): Promise<void>
  /** Has the fine backdrop of `input` drawn. */
  prepare(input: SceneInput): Promise<void>
  stop(): Promise<void>
}

export type PictureEncoderEvents = {
  tag(tag: FlvTag): void
  /** It has gone, whatever the reason; called once. */
  end(lastWords: string): void
}

const BLACK = { luma: 16, chroma: 128 }

export function startPictureEncoder(
  options: EncoderOptions,
  deps: { host: Pick<HostClock, 'after'>; scenes(): SceneService },
  on: PictureEncoderEvents,
  spare?: EncoderChild,
): PictureEncoder {
  const { width, height } = options
  const free: ArrayBuffer[] = []
  let stopped = false
  const encoder = startEncoder(
    options,
    deps.host,
    {
      tag: on.tag,
      end(lastWords) {
        stopped = true
        on.end(lastWords)
      },
    },
    spare,
  )
  return {
    pid: encoder.pid,
    waiting: () => encoder.waiting(),
    async encode({ input, timestampMs, fresh }) {
      const buffer = free.pop() ?? new ArrayBuffer((width * height * 3) >> 1)
      const drawn = input
        ? await deps.scenes().frame(input, width, height, buffer, fresh)
        : blackened(buffer, width * height)
      const give = (): void => void free.push(drawn)
      if (stopped) give()
      else encoder.write(new Uint8Array(drawn), timestampMs, give)
    },
    prepare: (input) => deps.scenes().prepare(input, width, height),
    async stop() {
      stopped = true
      await encoder.stop()
    },
  }
}

function blackened(buffer: ArrayBuffer, luma: number): ArrayBuffer {
  new Uint8Array(buffer, 0, luma).fill(BLACK.luma)
  new Uint8Array(buffer, luma).fill(BLACK.chroma)
  return buffer
}
