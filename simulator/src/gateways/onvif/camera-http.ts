/** One HTTP exchange with a camera: to the address that was judged, bounded in time and size, its socket closed. */
import { type IncomingMessage, request } from 'node:http'
import type { HostClock } from '../../kernel/clock.ts'
import { CameraProblem } from './camera-problem.ts'

/** A port of a camera. `address` is what `host` led to when it was judged; connections go there and nowhere else. */
export type CameraEnd = { host: string; address: string; port: number }

export type CameraReply = {
  status: number
  rawHeaders: string[]
  body: Buffer
}

export type CameraHttp = {
  /** Rejects with a CameraProblem, or with the error of the socket. Redirects are not followed. */
  exchange(wish: {
    method: 'GET' | 'POST'
    path: string
    headers?: Readonly<Record<string, string>>
    body?: string
    withinMs: number
    /** Bytes of the answer at most. */
    most: number
    /** Another port of the same camera. */
    port?: number
  }): Promise<CameraReply>
  /** Ends all exchanges under way: they reject. Later ones reject at once. */
  close(): void
}

/** Exchanges of one camera at a time; what is more waits for nothing and is refused. */
const AT_ONCE = 16

export function createCameraHttp(end: CameraEnd, hostClock: HostClock): CameraHttp {
  const open = new Set<() => void>()
  let isClosed = false
  return {
    exchange({ method, path, headers = {}, body, withinMs, most, port = end.port }) {
      return new Promise<CameraReply>((resolve, reject) => {
        if (isClosed) throw new CameraProblem('unreachable', 'the session has ended')
        if (open.size >= AT_ONCE) throw new CameraProblem('timeout', 'too many requests wait for its answer')
        const name = end.host.includes(':') ? `[${end.host}]` : end.host
        const asked = request({
          host: end.address,
          port,
          method,
          path: path.startsWith('/') ? path : `/${path}`,
          agent: false,
          headers: {
            host: port === 80 ? name : `${name}:${port}`,
            connection: 'close',
            ...headers,
            ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          },
        })
        const settle = (how: () => void): void => {
          if (!open.delete(stop)) return
          cancel()
          asked.destroy()
          how()
        }
        const fail = (error: unknown): void => settle(() => reject(error))
        const stop = (): void => fail(new CameraProblem('unreachable', 'the session has ended'))
        const cancel = hostClock.after(withinMs, () =>
          fail(new CameraProblem('timeout', 'it does not answer')),
        )
        open.add(stop)
        // Stays: a socket may fail after its exchange ended.
        asked.on('error', fail)
        asked.on('response', (answer) => {
          readBody(answer, most).then(
            (bytes) =>
              settle(() =>
                resolve({
                  status: answer.statusCode ?? 0,
                  rawHeaders: answer.rawHeaders,
                  body: bytes,
                }),
              ),
            fail,
          )
        })
        asked.end(body)
      })
    },
    close() {
      isClosed = true
      for (const stop of [...open]) stop()
    },
  }
}

function readBody(answer: IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    answer.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > most) return reject(new CameraProblem('notOnvif', `its answer is longer than ${most} bytes`))
      chunks.push(chunk)
    })
    answer.on('end', () => resolve(Buffer.concat(chunks)))
    answer.on('error', reject)
    answer.on('close', () => reject(new CameraProblem('unreachable', 'it closed the connection')))
  })
}
