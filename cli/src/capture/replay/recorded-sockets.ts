import type { PlatformAdapter } from '@backlot/contract/adapters/platform-adapter'
import type { Exchange, RecordedSocket } from '../capture.ts'
import { type SocketScript, scriptOf } from './channel-script.ts'
import { requestKey } from './request-key.ts'
import { preferWithin, type Visitor } from './visitor.ts'

export type Played = { recorded: RecordedSocket; script: SocketScript }

/** The recorded sockets by their address. Those that the platform refused are none. */
export class RecordedSockets {
  readonly #byKey = new Map<string, Played[]>()
  /** Calls that were made over them. */
  readonly calls: Exchange[] = []

  constructor(sockets: readonly RecordedSocket[], adapter: PlatformAdapter) {
    for (const recorded of sockets) {
      if (recorded.refused !== undefined || recorded.items.length === 0) continue
      const script = scriptOf(recorded, adapter)
      this.calls.push(...script.calls)
      const key = keyOf(recorded.path)
      const same = this.#byKey.get(key)
      if (same) same.push({ recorded, script })
      else this.#byKey.set(key, [{ recorded, script }])
    }
  }

  /** The one that a visitor opens next at an address: in recorded order, those of his own account; the last again. */
  next(path: string, visitor: Visitor): Played | undefined {
    const key = keyOf(path)
    const list = preferWithin(visitor.span, this.#byKey.get(key) ?? [], ({ recorded }) => recorded.t)
    const nth = visitor.sockets.get(key) ?? 0
    if (list.length > 0) visitor.sockets.set(key, nth + 1)
    return list[Math.min(nth, list.length - 1)]
  }
}

const keyOf = (path: string) => requestKey({ method: 'GET', path }).key
