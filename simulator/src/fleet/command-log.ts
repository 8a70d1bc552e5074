import { commandOfEntry, payloadOf } from '../devices/command-of-entry.ts'
import { commandPosition, type DeviceAction, type DeviceCommand } from '../devices/commands.ts'
import type { OverlayLog } from '../timeline/overlay-log.ts'

/** The overlay log as devices see it: their commands, ordered, in memory. */
export type CommandLog = {
  /** Stores an action on a device; it is in the log, and in effect, when the promise resolves. */
  append(sn: string, atMs: number, action: DeviceAction): Promise<void>
  /** Commands to a device, in log order. The log's own array: do not change it. */
  commandsOf(sn: string): readonly DeviceCommand[]
  /** A device is not there before a moment: it was added then. Undefined: it is gone, or always was. */
  absentBefore(sn: string, untilMs: number | undefined): void
  onCommand(listener: (command: DeviceCommand) => void): () => void
  /** Calls back after commands were cut off; folds over them restart. Returns a function that stops it. */
  onCut(listener: () => void): () => void
}

export function createCommandLog(overlay: OverlayLog): CommandLog {
  const bySn = new Map<string, DeviceCommand[]>()
  const listeners = new Set<(command: DeviceCommand) => void>()
  const cutListeners = new Set<() => void>()
  const add = (command: DeviceCommand) => {
    const commands = bySn.get(command.sn)
    if (commands) commands.splice(commandPosition(commands, command), 0, command)
    else bySn.set(command.sn, [command])
  }
  for (const entry of overlay.entries()) {
    const command = commandOfEntry(entry)
    if (command) add(command)
  }
  overlay.onCut(() => {
    for (const [sn, commands] of bySn) {
      const left = commands.filter(
        (command) => command.kind === 'absence' || !overlay.isCut({ ...command, payload: undefined }),
      )
      if (left.length < commands.length) bySn.set(sn, left)
    }
    for (const listener of cutListeners) listener()
  })
  return {
    async append(sn, atMs, action) {
      const entry = await overlay.append({ atMs, kind: action.kind, sn, payload: payloadOf(action) })
      // The clock went back and cut it while it was on its way to the store.
      if (overlay.isCut(entry)) return
      const command: DeviceCommand = { ...action, atMs: entry.atMs, seq: entry.seq, sn }
      add(command)
      for (const listener of listeners) listener(command)
    },
    commandsOf: (sn) => bySn.get(sn) ?? NONE,
    absentBefore(sn, untilMs) {
      const ordered = (bySn.get(sn) ?? []).filter(({ kind }) => kind !== 'absence')
      if (untilMs === undefined) bySn.set(sn, ordered)
      else
        bySn.set(sn, [{ kind: 'absence', untilMs, atMs: Number.NEGATIVE_INFINITY, seq: 0, sn }, ...ordered])
    },
    onCommand(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onCut(listener) {
      cutListeners.add(listener)
      return () => cutListeners.delete(listener)
    },
  }
}

const NONE: readonly DeviceCommand[] = []
