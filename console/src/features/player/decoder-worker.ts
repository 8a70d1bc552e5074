/// <reference lib="webworker" />
import type { FromDecoder, ToDecoder } from './decoder-messages.ts'
import { StreamDecoder } from './stream-decoder.ts'

/** Decodes all live video of one page, away from the page's own thread. */

/** Interval of the streams' states. */
const TELL_MS = 250

const streams = new Map<number, StreamDecoder>()
let resting = false
let timer: ReturnType<typeof setInterval> | undefined

self.addEventListener('message', ({ data }: MessageEvent<ToDecoder>) => {
  if (data.kind === 'rest') {
    resting = data.resting
    for (const stream of streams.values()) stream.rest(resting)
  } else if (data.kind === 'play') {
    const { id, url, track } = data
    streams.set(id, new StreamDecoder({ url, track, resting }, (reason) => over(id, reason)))
    timer ??= setInterval(tellStates, TELL_MS)
  } else if (data.kind === 'thin') streams.get(data.id)?.thin(data.keysOnly)
  else {
    streams.get(data.id)?.stop()
    forget(data.id)
  }
})

function over(id: number, reason: Extract<FromDecoder, { kind: 'over' }>['reason']): void {
  tellStates()
  forget(id)
  tell({ kind: 'over', id, reason })
}

function forget(id: number): void {
  streams.delete(id)
  if (streams.size > 0) return
  clearInterval(timer)
  timer = undefined
}

function tellStates(): void {
  tell({ kind: 'states', states: [...streams].map(([id, stream]) => [id, stream.state] as const) })
}

function tell(message: FromDecoder): void {
  self.postMessage(message)
}
