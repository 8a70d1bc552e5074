import type { DeviceCommand } from './commands.ts'
import type { Span } from './random-spans.ts'

/** Default duration of an SOS. */
const SOS_MS = 120_000

/** Whether a device's SOS button is pressed at a moment. */
export function sosPressedAt(commands: readonly DeviceCommand[], atMs: number): boolean {
  return commands.some(
    (command) =>
      command.kind === 'sosPressed' &&
      command.atMs <= atMs &&
      atMs < command.atMs + (command.forMs ?? SOS_MS),
  )
}

/** The SOS that begin in [fromMs, toMs). */
export function sosCallsIn(
  commands: readonly DeviceCommand[],
  fromMs: number,
  toMs: number,
): (Span & { seq: number; chnId?: number })[] {
  return commands.flatMap((command) =>
    command.kind === 'sosPressed' && command.atMs >= fromMs && command.atMs < toMs
      ? [
          {
            fromMs: command.atMs,
            toMs: command.atMs + (command.forMs ?? SOS_MS),
            seq: command.seq,
            chnId: command.chnId,
          },
        ]
      : [],
  )
}
