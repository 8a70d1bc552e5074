import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A load balancer without affinity: each connection goes to the next server that takes it. */
export type LoadBalancer = AsyncDisposable & { url: string }

/** `servers`: their URLs as they are now. */
export async function openLoadBalancer(servers: () => readonly string[]): Promise<LoadBalancer> {
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    socket.pause()
    const urls = servers()
    const first = turn++
    const pass = (tried: number): void => {
      const url = urls[(first + tried) % urls.length]
      if (url === undefined || tried === urls.length) return void socket.destroy()
      const { hostname, port } = new URL(url)
      const onward = connect(Number(port), hostname)
      onward.once('error', () => pass(tried + 1))
      onward.once('connect', () => {
        onward.removeAllListeners('error').on('error', () => {})
        onward.once('close', () => socket.destroy())
        socket.once('close', () => onward.destroy())
        socket.pipe(onward)
        onward.pipe(socket)
      })
    }
    pass(0)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}
