import type { Logger } from 'pino'
import type { MediaDoor, MediaDoorsPort } from './ports.ts'
import type { ServerBook } from './server-book.ts'

export type OpenFault = 'taken' | 'notAllowed'

/** Who holds the ports of the further media servers. One change comes after the other. */
export type ServerKeeper = {
  /** Opens what is switched on, after a start. A port that cannot be had is logged; its server is unreachable. */
  openAll(): Promise<void>
  door(id: number): MediaDoor | undefined
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
  book: ServerBook
  doors: MediaDoorsPort
  log: Logger
}): ServerKeeper {
  const { book, doors, log } = deps
  const open = new Map<number, MediaDoor>()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

  return {
    door: (id) => open.get(id),
    openAll: () =>
      inTurn(async () => {
        for (const { id, name, port, enabled } of book.servers()) {
          if (!enabled || open.has(id)) continue
          const opened = await doors.open(port)
          if (opened.ok) open.set(id, opened.door)
          else
            log.warn({ id, name, port, reason: opened.reason }, 'the port of a media server is not to be had')
        }
      }),
    change: (id, port, work) =>
      inTurn(async () => {
        const held = id === undefined ? undefined : open.get(id)
        // A free port that it has already serves as well as another one.
        const stays = held && (port === held.port || (port === 0 && book.find(id!)?.port === 0))
        let door = stays ? held : undefined
        if (port !== undefined && !stays) {
          const opened = await doors.open(port)
          if (!opened.ok) return opened
          door = opened.door
        }
        let changed: number
        try {
          changed = await work()
        } catch (error) {
          if (door !== held) await door?.close()
          throw error
        }
        if (door) open.set(changed, door)
        else open.delete(changed)
        if (held && held !== door) await held.close()
        return { ok: true, id: changed, listenPort: door?.port ?? null }
      }),
  }
}
