import type { Logger } from 'pino'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import type { MediaListener, MediaListenersPort } from './ports.ts'
import type { ServerRepository } from './server-repository.ts'

export type OpenFault = 'taken' | 'notAllowed'

/** Who holds the ports of the further media servers. One change comes after the other. */
export type ServerKeeper = {
  /**
   * Opens the servers that are switched on, after a start. A port that is not available is logged; its server is
   * unreachable.
   */
  openAll(): Promise<void>
  listener(id: number): MediaListener | undefined
  /**
   * Makes a change with the port that a server is to have then (undefined: none): a new one is open before `work`
   * begins and closes again when it fails; the old one closes when it is done. `work` answers the server's id. Answers
   * that and the port, or why the port cannot be had.
   */
  change(
    id: number | undefined,
    port: number | undefined,
    work: () => Promise<number>,
  ): Promise<{ ok: true; id: number; listenPort: number | null } | { ok: false; reason: OpenFault }>
}

export function createServerKeeper(deps: {
  repository: ServerRepository
  listeners: MediaListenersPort
  log: Logger
}): ServerKeeper {
  const { repository, listeners, log } = deps
  const open = new Map<number, MediaListener>()
  const { run: inTurn } = createSerialQueue()

  return {
    listener: (id) => open.get(id),
    openAll: () =>
      inTurn(async () => {
        for (const { id, name, port, enabled } of repository.servers()) {
          if (!enabled || open.has(id)) continue
          const opened = await listeners.open(port)
          if (opened.ok) open.set(id, opened.listener)
          else
            log.warn({ id, name, port, reason: opened.reason }, 'the port of a media server is not available')
        }
      }),
    change: (id, port, work) =>
      inTurn(async () => {
        const held = id === undefined ? undefined : open.get(id)
        // A free port that it has already serves as well as another one.
        const stays = held && (port === held.port || (port === 0 && repository.find(id!)?.port === 0))
        let listener = stays ? held : undefined
        if (port !== undefined && !stays) {
          const opened = await listeners.open(port)
          if (!opened.ok) return opened
          listener = opened.listener
        }
        let changed: number
        try {
          changed = await work()
        } catch (error) {
          if (listener !== held) await listener?.close()
          throw error
        }
        if (listener) open.set(changed, listener)
        else open.delete(changed)
        if (held && held !== listener) await held.close()
        return { ok: true, id: changed, listenPort: listener?.port ?? null }
      }),
  }
}
