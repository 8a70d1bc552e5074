import { connect, type Socket } from 'node:net'

/**
 * A bounded HTTP load on loopback over keep-alive sockets, one request in flight a socket. It only counts replies by
 * their Content-Length, so that it costs less than the server it measures.
 */
export type Load = { replies: number; bytes: number; errors: number; seconds: number }

export async function loadFor(
  target: { host: string; port: number; requests: readonly Buffer[] },
  sockets: number,
  durationMs: number,
): Promise<Load> {
  const load: Load = { replies: 0, bytes: 0, errors: 0, seconds: 0 }
  const startedAt = performance.now()
  const until = startedAt + durationMs
  let next = 0
  const take = () => target.requests[next++ % target.requests.length] as Buffer
  await Promise.all(
    Array.from({ length: sockets }, () => {
      const socket = connect(target.port, target.host)
      socket.setNoDelay(true)
      return converse(socket, take, () => performance.now() < until, load)
    }),
  )
  load.seconds = (performance.now() - startedAt) / 1000
  return load
}

function converse(socket: Socket, take: () => Buffer, goOn: () => boolean, load: Load): Promise<void> {
  return new Promise((resolve, reject) => {
    let pending = Buffer.alloc(0)
    let wanted = 0
    socket.once('error', reject)
    socket.once('close', () => resolve())
    socket.once('connect', () => socket.write(take()))
    socket.on('data', (chunk) => {
      if (wanted > 0) {
        wanted -= chunk.length
      } else {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
        const end = pending.indexOf('\r\n\r\n')
        if (end < 0) return
        const head = pending.toString('latin1', 0, end)
        const length = /content-length: (\d+)/i.exec(head)
        if (!length) return void socket.destroy(new Error(`A reply without Content-Length:\n${head}`))
        if (!head.startsWith('HTTP/1.1 200')) load.errors++
        const size = end + 4 + Number(length[1])
        load.bytes += size
        wanted = size - pending.length
        pending = Buffer.alloc(0)
      }
      if (wanted > 0) return
      if (wanted < 0) return void socket.destroy(new Error('More bytes than were asked for.'))
      load.replies++
      if (goOn()) socket.write(take())
      else socket.end()
    })
  })
}

/** A GET request as bytes. */
export function getRequest(url: URL, headers: Readonly<Record<string, string>> = {}): Buffer {
  const lines = Object.entries({ host: url.host, accept: 'application/json', ...headers }).map(
    ([k, v]) => `${k}: ${v}`,
  )
  return Buffer.from(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
}
