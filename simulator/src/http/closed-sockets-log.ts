import type { Logger } from 'pino'
import type { CloseReason } from './socket-bounds.ts'

/** A flood fills no log: after a line, those of the same reason are only counted for this long. */
const QUIET_MS = 60_000

const TEXTS: Record<CloseReason, string> = {
  tooSlow: 'a client did not read its reply; its connection was closed',
  pipelined: 'a client sent too many requests ahead of their replies; its connection was closed',
  backlog: 'too many bytes waited for the clients of one address; the slowest connections were closed',
  connections: 'an address has too many connections; a new one was closed (see --connections-per-address)',
}

/** Logs connections that were closed for their cost; `sinceLastLine` counts all since the line before. */
export function logClosedSockets(
  log: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): (reason: CloseReason, address: string) => void {
  const lines = new Map<CloseReason, { atMs: number; unsaid: number }>()
  return (reason, address) => {
    const last = lines.get(reason)
    if (last && now() - last.atMs < QUIET_MS) {
      last.unsaid++
      return
    }
    lines.set(reason, { atMs: now(), unsaid: 0 })
    log.warn({ address, sinceLastLine: (last?.unsaid ?? 0) + 1 }, TEXTS[reason])
  }
}
