import type { DeviceCommand } from './commands.ts'
import { askedFault } from './fault-state.ts'

/** Since when a device has been silent at a moment: connected, but it says nothing. Undefined when it is not. */
export function silentSinceMs(commands: readonly DeviceCommand[], atMs: number): number | undefined {
  return commands.length === 0 ? undefined : askedFault('silent', atMs, commands).fault?.fromMs
}

export function isSilentAt(commands: readonly DeviceCommand[], atMs: number): boolean {
  return silentSinceMs(commands, atMs) !== undefined
}
