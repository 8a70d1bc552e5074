import { commandPosition, type DeviceAction, type DeviceCommand } from '../devices/commands.ts'
import type { PlatformClock } from './clock.ts'
import type { OverlayEntry, OverlayLog } from './overlay-log.ts'

/** The overlay log as devices see it: their commands, ordered, in memory. */
export type CommandLog = {
  /** Stores what is done to a device now; it is in the log when the promise resolves. */
  command(sn: string, action: DeviceAction): Promise<DeviceCommand>
  /** Commands to a device, in log order. The log's own array: do not change it. */
  commandsOf(sn: string): readonly DeviceCommand[]
  onCommand(listener: (command: DeviceCommand) => void): () => void
}

/** Kind of the overlay entries that hold a device's command. */
const KIND = 'device'

export function createCommandLog(overlay: OverlayLog, clock: PlatformClock): CommandLog {
  const bySn = new Map<string, DeviceCommand[]>()
  const listeners = new Set<(command: DeviceCommand) => void>()
  const add = (entry: OverlayEntry): DeviceCommand => {
    const command: DeviceCommand = {
      ...(entry.payload as DeviceAction),
      atMs: entry.atMs,
      seq: entry.seq,
      sn: entry.sn,
    }
    const commands = bySn.get(entry.sn)
    if (commands) commands.splice(commandPosition(commands, command), 0, command)
    else bySn.set(entry.sn, [command])
    return command
  }
  for (const entry of overlay.entries(KIND)) add(entry)
  return {
    async command(sn, action) {
      const entry = await overlay.append({ atMs: clock.now(), kind: KIND, sn, payload: action })
      const command = add(entry)
      for (const listener of listeners) listener(command)
      return command
    },
    commandsOf: (sn) => bySn.get(sn) ?? NONE,
    onCommand(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const NONE: readonly DeviceCommand[] = []
