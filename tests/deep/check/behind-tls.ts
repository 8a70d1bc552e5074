import { readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../conformance/tls', name), 'utf8')
const KEY = read('localhost.key')
export const CERTIFICATE = read('localhost.crt')

/** A platform's port behind TLS, with a certificate for localhost that nobody but `tls/localhost.crt` vouches for. */
export async function behindTls(url: string): Promise<AsyncDisposable & { url: string }> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<{ destroy(): unknown }>()
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (socket) => {
    const inner = connect(Number(port), hostname)
    const both = [socket, inner]
    const endBoth = () => {
      for (const one of both) one.destroy()
    }
    for (const one of both) {
      sockets.add(one)
      one.once('error', () => undefined).once('close', endBoth)
    }
    socket.pipe(inner).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
