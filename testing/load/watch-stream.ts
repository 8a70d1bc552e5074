import { WebSocket } from 'ws'
import type { Measures } from './measures.ts'

/** Nothing came for that long: the stream does not run. */
const FIRST_BYTES_WITHIN_MS = 15_000

/** Reads a stream for a while. Rejects when it cannot be opened, brings nothing, or ends by itself. */
export function watchStream(url: URL, forMs: number, measures: Measures): Promise<void> {
  const beganMs = performance.now()
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    let isOver = false
    const end = (error?: Error) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      socket.close()
      if (error) reject(error)
      else resolve()
    }
    let timer = setTimeout(() => end(new Error('A stream brought nothing.')), FIRST_BYTES_WITHIN_MS)
    socket.once('message', () => {
      measures.time('watch.firstBytes', performance.now() - beganMs)
      clearTimeout(timer)
      timer = setTimeout(() => end(), forMs)
    })
    socket.on('message', (data: Buffer) => measures.count('watch.bytes', data.length))
    socket.once('error', (error) => end(error))
    socket.once('close', (code) => end(new Error(`A stream was closed (${code}).`)))
  })
}
