import type { DeviceCommand } from './commands.ts'
import { askedFault } from './fault-state.ts'

/** Start of a device's silence at a moment: connected, but it sends nothing. Undefined when it is not silent. */
export function silentSinceMs(commands: readonly DeviceCommand[], atMs: number): number | undefined {
  return commands.length === 0 ? undefined : askedFault('silent', atMs, commands).fault?.fromMs
}

export function isSilentAt(commands: readonly DeviceCommand[], atMs: number): boolean {
  return silentSinceMs(commands, atMs) !== undefined
}
