import { PTZ } from '@backlot/contract/ptz/calls'

export type PtzCommand = { sn: string; chnId: number; cmd: number; speed: number }

/** How often an undelivered stop is sent again: a camera must not turn for ever. */
const STOP_ATTEMPTS = 4

type Entry = { command: PtzCommand; resolve(): void; reject(error: unknown): void; attempts: number }

/**
 * Sends PTZ commands in order, one at a time for each channel: a stop is never overtaken by the move before it, and a
 * command that `send` tries several times holds back those after it. Moves that were not sent yet fall away when a
 * newer move or a stop comes; a stop that was not delivered is sent again unless a newer command waits.
 */
export class PtzQueue {
  readonly #send: (command: PtzCommand) => Promise<unknown>
  readonly #lines = new Map<string, Entry[]>()

  constructor(send: (command: PtzCommand) => Promise<unknown>) {
    this.#send = send
  }

  /** Resolves when the command was delivered or has fallen away; rejects with what `send` rejected. */
  push(command: PtzCommand): Promise<void> {
    const key = `${command.sn}/${command.chnId}`
    return new Promise((resolve, reject) => {
      const entry: Entry = { command, resolve, reject, attempts: 0 }
      const line = this.#lines.get(key)
      if (!line) {
        const fresh = [entry]
        this.#lines.set(key, fresh)
        void this.#drain(key, fresh)
        return
      }
      // The first of the line is under way; of the others only stops must still arrive.
      const kept = line.filter((other, at) => at === 0 || (isStop(other) && !isStop(entry)))
      for (const dropped of line) if (!kept.includes(dropped)) dropped.resolve()
      line.splice(0, line.length, ...kept, entry)
    })
  }

  async #drain(key: string, line: Entry[]): Promise<void> {
    for (let entry = line[0]; entry; entry = line[0]) {
      entry.attempts++
      try {
        await this.#send(entry.command)
        entry.resolve()
      } catch (error) {
        if (isStop(entry) && line.length === 1 && entry.attempts < STOP_ATTEMPTS) continue
        entry.reject(error)
      }
      line.shift()
    }
    this.#lines.delete(key)
  }
}

const isStop = (entry: Entry): boolean => entry.command.cmd === PTZ.stop
