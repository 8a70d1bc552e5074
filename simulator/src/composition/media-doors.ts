import type { MediaDoor, MediaDoorsPort } from '../areas/media-config/ports.ts'
import type { Door } from '../http/create-door.ts'
import { openServer } from '../http/http-server.ts'
import { PlatformError } from '../http/platform-error.ts'
import { setSecurityHeaders } from '../http/security-headers.ts'
import { countTraffic, type Traffic } from '../http/socket-traffic.ts'
import type { Media } from '../media/create-media.ts'

export type MediaDoors = MediaDoorsPort &
  AsyncDisposable & {
    ports(): number[]
    /** Of all of them, with what closed ones carried. */
    traffic(): Traffic
  }

/**
 * Ports of further media servers, at the address where the platform listens. Each serves the streams of all cameras as
 * the platform's own port does, and nothing else. Tokens open streams, and no cookie is looked at, so a page of our
 * hosts may read from any of them.
 */
export function createMediaDoors(deps: {
  host: string
  door: Pick<Door, 'hostGuard' | 'refuse' | 'bounds'>
  media: Pick<Media, 'handleHttp' | 'handleUpgrade'>
}): MediaDoors {
  const { media } = deps
  const { hostGuard, refuse, bounds } = deps.door
  const doors = new Set<MediaDoor>()
  let [bytesIn, bytesOut] = [0, 0]

  const openDoor = async (port: number): Promise<MediaDoor> => {
    const { server, ...opened } = await openServer({
      host: deps.host,
      port,
      hostGuard: { checkHost: hostGuard.checkHost, checkOrigin: hostGuard.checkPage },
      bounds,
      answer(request, response) {
        setSecurityHeaders(response)
        try {
          hostGuard.checkHost(request)
          if (!media.handleHttp(request, response)) {
            throw new PlatformError('notFound', 'There are only streams here.')
          }
        } catch (error) {
          refuse(error, request, response)
        }
      },
      upgrade: (request, socket, head) => media.handleUpgrade(request, socket, head),
    })
    const door: MediaDoor = {
      port: opened.port,
      traffic: countTraffic(server),
      async close() {
        doors.delete(door)
        await opened[Symbol.asyncDispose]()
        const carried = door.traffic()
        bytesIn += carried.bytesIn
        bytesOut += carried.bytesOut
      },
    }
    doors.add(door)
    return door
  }

  return {
    async open(port) {
      try {
        return { ok: true, door: await openDoor(port) }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        if (code === 'EADDRINUSE') return { ok: false, reason: 'taken' }
        if (code === 'EACCES') return { ok: false, reason: 'notAllowed' }
        throw error
      }
    },
    traffic() {
      const total = { connections: 0, bytesIn, bytesOut }
      for (const door of doors) {
        const { connections, ...carried } = door.traffic()
        total.connections += connections
        total.bytesIn += carried.bytesIn
        total.bytesOut += carried.bytesOut
      }
      return total
    },
    ports: () => [...doors].map(({ port }) => port),
    async [Symbol.asyncDispose]() {
      await Promise.all([...doors].map((door) => door.close()))
    },
  }
}
