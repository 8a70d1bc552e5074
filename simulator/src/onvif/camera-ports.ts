/** A port of its own for each camera, as recorders want that know cameras by address and port alone. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { OnvifCameras, OnvifLog } from './ports.ts'

export type CameraPorts = AsyncDisposable & {
  portOf(sn: string): number | undefined
  ports(): readonly number[]
  /** Gives free ports to cameras that are new, and takes those back of cameras that are gone. */
  review(): Promise<void>
}

export type PortRange = { first: number; last: number }

/** `listen` makes the server of one camera. A port that is taken by others is left out. */
export function createCameraPorts(
  { first, last }: PortRange,
  host: string,
  deps: { cameras: Pick<OnvifCameras, 'all'>; listen(sn: string): Server; log: OnvifLog },
): CameraPorts {
  const servers = new Map<string, { port: number; server: Server }>()
  const taken = new Set<number>()
  let working: Promise<void> = Promise.resolve()

  const close = async (server: Server) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
  const open = async (sn: string) => {
    for (let port = first; port <= last; port++) {
      if (taken.has(port)) continue
      taken.add(port)
      const server = deps.listen(sn)
      server.listen({ host, port })
      try {
        await once(server, 'listening')
        server.on('error', (error) => deps.log.error({ err: error, port }, 'the ONVIF listener failed'))
        servers.set(sn, { port, server })
        return
      } catch (error) {
        deps.log.warn({ err: error, port }, 'a port of a camera is in use')
      }
    }
  }
  const settle = async () => {
    const cameras = deps.cameras.all()
    const there = new Set(cameras.map(({ sn }) => sn))
    for (const [sn, { port, server }] of servers) {
      if (there.has(sn)) continue
      servers.delete(sn)
      await close(server)
      taken.delete(port)
    }
    for (const { sn } of cameras) {
      if (taken.size > last - first) return
      if (!servers.has(sn)) await open(sn)
    }
  }
  const review = () => {
    working = working.then(settle)
    return working
  }
  return {
    portOf: (sn) => servers.get(sn)?.port,
    ports: () => [...servers.values()].map(({ port }) => port),
    review,
    async [Symbol.asyncDispose]() {
      await working
      await Promise.all([...servers.values()].map(({ server }) => close(server)))
    },
  }
}
