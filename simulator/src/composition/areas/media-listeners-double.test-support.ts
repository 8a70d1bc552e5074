import type { MediaListener, MediaListenersPort } from '../../areas/media-config/ports.ts'

/** Of no process: others hold it. */
export const TAKEN_PORT = 9999
const FREE_FROM = 20_000

/** Ports that only count as open: one is never to be had, those below 1024 are not allowed. */
export function createMediaListenersDouble(): MediaListenersPort {
  const open = new Set<number>([TAKEN_PORT])
  let free = FREE_FROM
  return {
    async open(wanted) {
      const port = wanted || free++
      if (port < 1024) return { ok: false, reason: 'notAllowed' }
      if (open.has(port)) return { ok: false, reason: 'taken' }
      open.add(port)
      const listener: MediaListener = {
        port,
        traffic: () => ({ connections: 1, bytesIn: 20, bytesOut: 3000 }),
        close: async () => void open.delete(port),
      }
      return { ok: true, listener }
    },
  }
}
