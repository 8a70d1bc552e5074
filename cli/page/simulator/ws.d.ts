/** Parts of ws that its own declarations leave out (ws/wrapper.mjs). */
import type { EventEmitter } from 'node:events'

declare module 'ws' {
  export class Receiver extends EventEmitter {
    constructor(options: { isServer: boolean })
    write(bytes: Uint8Array): boolean
  }
  export class Sender {
    constructor(socket: {
      cork(): void
      uncork(): void
      write(bytes: Uint8Array, sent?: () => void): void
    })
    send(
      data: string | Uint8Array,
      options: { binary: boolean; mask: boolean; fin: boolean; compress: boolean },
    ): void
    pong(data: Uint8Array, mask: boolean): void
    close(code: number | undefined, reason: string, mask: boolean): void
  }
}
