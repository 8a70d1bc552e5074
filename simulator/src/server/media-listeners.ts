import type { Logger } from 'pino'
import type { MediaListener } from '../areas/media-config/ports.ts'
import { setSecurityHeaders } from '../calls/security-headers.ts'
import type { MediaListeners } from '../composition/base.ts'
import type { HttpListener } from '../http/create-http-listener.ts'
import { openServer } from '../http/http-server.ts'
import { countTraffic } from '../http/socket-traffic.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import type { Media } from '../media/create-media.ts'

/**
 * Ports of further media servers, at the address where the platform listens. Each serves the streams of all cameras as
 * the platform's own port does, and nothing else. Tokens open streams, and no cookie is looked at, so a page of our
 * hosts may read from any of them.
 */
export function createMediaListeners(deps: {
  host: string
  listener: Pick<HttpListener, 'hostGuard' | 'refuse' | 'bounds'>
  media: Pick<Media, 'handleHttp' | 'handleUpgrade'>
  log: Pick<Logger, 'error'>
}): MediaListeners {
  const { media, log } = deps
  const { hostGuard, refuse, bounds } = deps.listener
  const listeners = new Set<MediaListener>()
  let [bytesIn, bytesOut] = [0, 0]

  const openListener = async (port: number): Promise<MediaListener> => {
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
            throw new PlatformError('notFound', 'This port serves only streams.')
          }
        } catch (error) {
          refuse(error, request, response)
        }
      },
      upgrade: (request, socket, head) => media.handleUpgrade(request, socket, head),
      onFailure: (error) => log.error({ err: error, port }, 'the HTTP listener failed'),
    })
    const listener: MediaListener = {
      port: opened.port,
      traffic: countTraffic(server),
      async close() {
        listeners.delete(listener)
        await opened[Symbol.asyncDispose]()
        const carried = listener.traffic()
        bytesIn += carried.bytesIn
        bytesOut += carried.bytesOut
      },
    }
    listeners.add(listener)
    return listener
  }

  return {
    async open(port) {
      try {
        return { ok: true, listener: await openListener(port) }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        if (code === 'EADDRINUSE') return { ok: false, reason: 'taken' }
        if (code === 'EACCES') return { ok: false, reason: 'notAllowed' }
        throw error
      }
    },
    traffic() {
      const total = { connections: 0, bytesIn, bytesOut }
      for (const listener of listeners) {
        const { connections, ...carried } = listener.traffic()
        total.connections += connections
        total.bytesIn += carried.bytesIn
        total.bytesOut += carried.bytesOut
      }
      return total
    },
    ports: () => [...listeners].map(({ port }) => port),
    async [Symbol.asyncDispose]() {
      await Promise.all([...listeners].map((listener) => listener.close()))
    },
  }
}
