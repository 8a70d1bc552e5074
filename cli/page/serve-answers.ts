import type { FromAnswers, PageRequest, ToAnswers } from './messages.ts'

/** Answers one request; the returned function stops it. */
export type Answering = (request: PageRequest, reply: (message: FromAnswers) => void) => () => void

/** Answers the requests that come over a port. */
export function serveAnswers(answer: Answering, port: MessagePort): void {
  const stops = new Map<number, () => void>()
  port.onmessage = ({ data }: MessageEvent<ToAnswers>) => {
    if (data.kind === 'cancel') {
      stops.get(data.id)?.()
      stops.delete(data.id)
      return
    }
    let isOver = false
    const stop = answer(data, (message) => {
      isOver ||= message.kind === 'end' || (message.kind === 'reply' && !message.comesInPieces)
      if (isOver) stops.delete(message.id)
      port.postMessage(message)
    })
    if (!isOver) stops.set(data.id, stop)
  }
}
