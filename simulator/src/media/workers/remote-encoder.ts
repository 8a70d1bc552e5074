import { FLV_VIDEO, type FlvTag, kindOf } from '../../wire/flv/flv-tag.ts'
import type { PictureEncoder, PictureEncoderEvents } from '../picture-encoder.ts'
import { SceneServiceEnded } from '../scene-service.ts'
import { createPictureWriter, encodeMessage, type FromWorker } from './link-messages.ts'

/** The encoder of a stream on another machine, as its pipe knows it. */
export type RemoteEncoder = PictureEncoder & {
  takeTag(tag: FlvTag): void
  take(message: Extract<FromWorker, { kind: 'skipped' | 'prepared' }>): void
  /** Whether a picture is on its way. */
  isExpected(): boolean
  /** Whether one has been for too long. */
  isOverdue(nowMs: number): boolean
  end(why: string): void
}

/** Pictures that are on the way beside those that an encoder of this machine may have waiting: drawn, and in the link. */
const ON_THE_WAY = 3
/** A machine that answers and sends no picture for so long is too busy. */
const OVERDUE_MS = 5000

export function createRemoteEncoder(
  stream: number,
  worker: string,
  deps: {
    now(): number
    /** Too much waits for its machine already. */
    isFull(): boolean
    send(text: string): void
    on: PictureEncoderEvents
    onStop(): void
  },
): RemoteEncoder {
  const write = createPictureWriter(stream)
  /** When those were sent whose tags have not come. */
  const sentMs: number[] = []
  const preparing = new Map<number, (ok: boolean) => void>()
  let nextId = 1
  let ended = false

  const finish = (): void => {
    ended = true
    sentMs.length = 0
    for (const done of preparing.values()) done(false)
    preparing.clear()
  }
  return {
    worker,
    waiting: () => (deps.isFull() ? Number.POSITIVE_INFINITY : Math.max(0, sentMs.length - ON_THE_WAY)),
    async encode(picture) {
      if (ended) return
      sentMs.push(deps.now())
      deps.send(write(picture))
    },
    async prepare(input) {
      if (ended) return
      const id = nextId++
      const ok = await new Promise<boolean>((resolve) => {
        preparing.set(id, resolve)
        deps.send(encodeMessage({ kind: 'prepare', stream, id, input }))
      })
      if (ended) throw new SceneServiceEnded('the worker has lost its stream')
      if (!ok) throw new Error('a worker could not draw a backdrop')
    },
    takeTag(tag) {
      if (ended) return
      const kind = kindOf(tag)
      if (tag.type === FLV_VIDEO && (kind === 'key' || kind === 'video')) sentMs.shift()
      deps.on.tag(tag)
    },
    take(message) {
      if (message.kind === 'skipped') {
        sentMs.shift()
        return
      }
      preparing.get(message.id)?.(message.ok)
      preparing.delete(message.id)
    },
    isExpected: () => sentMs.length > 0,
    isOverdue: (nowMs) => nowMs - (sentMs[0] ?? nowMs) > OVERDUE_MS,
    end(why) {
      if (ended) return
      finish()
      deps.on.end(why)
    },
    async stop() {
      if (ended) return
      finish()
      deps.send(encodeMessage({ kind: 'close', stream }))
      deps.onStop()
    },
  }
}
