import { commandOfEntry, payloadOf } from '../devices/command-of-entry.ts'
import { commandPosition, type DeviceAction, type DeviceCommand } from '../devices/commands.ts'
import type { OverlayLog } from './overlay-log.ts'

/** The overlay log as devices see it: their commands, ordered, in memory. */
export type CommandLog = {
  /** Stores what is done to a device; it is in the log, and in effect, when the promise resolves. */
  append(sn: string, atMs: number, action: DeviceAction): Promise<void>
  /** Commands to a device, in log order. The log's own array: do not change it. */
  commandsOf(sn: string): readonly DeviceCommand[]
  onCommand(listener: (command: DeviceCommand) => void): () => void
}

export function createCommandLog(overlay: OverlayLog): CommandLog {
  const bySn = new Map<string, DeviceCommand[]>()
  const listeners = new Set<(command: DeviceCommand) => void>()
  const add = (command: DeviceCommand) => {
    const commands = bySn.get(command.sn)
    if (commands) commands.splice(commandPosition(commands, command), 0, command)
    else bySn.set(command.sn, [command])
  }
  for (const entry of overlay.entries()) {
    const command = commandOfEntry(entry)
    if (command) add(command)
  }
  return {
    async append(sn, atMs, action) {
      const entry = await overlay.append({ atMs, kind: action.kind, sn, payload: payloadOf(action) })
      const command: DeviceCommand = { ...action, atMs: entry.atMs, seq: entry.seq, sn }
      add(command)
      for (const listener of listeners) listener(command)
    },
    commandsOf: (sn) => bySn.get(sn) ?? NONE,
    onCommand(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const NONE: readonly DeviceCommand[] = []
