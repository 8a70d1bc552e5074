import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a core that passes everything on, and breaks the links of the cluster when a test wants it. */
export type LinkBreaker = AsyncDisposable & {
  url: string
  /** Cuts the links that are open, and refuses new ones until `mend`. Other connections go on. */
  cut(): void
  mend(): void
}

/** `core`: URL of the core. */
export async function openLinkBreaker(core: string): Promise<LinkBreaker> {
  const { hostname, port } = new URL(core)
  const sockets = new Set<Socket>()
  const links = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    socket.once('data', (first: Buffer) => {
      socket.pause()
      const isLink = first.subarray(0, 64).toString('latin1').startsWith('GET /cluster ')
      if (isLink && isCut) return void socket.destroy()
      if (isLink) links.add(socket)
      const onward = connect(Number(port), hostname)
      onward.on('error', () => {}).once('close', () => socket.destroy())
      socket.once('close', () => {
        links.delete(socket)
        onward.destroy()
      })
      onward.write(first)
      socket.pipe(onward)
      onward.pipe(socket)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      for (const link of links) link.destroy()
    },
    mend() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}
