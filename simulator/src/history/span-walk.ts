/** Whether a device was online at moments in ascending order: one look at its spans, then steps. */
import type { DeviceCommand } from '../devices/commands.ts'
import { onlineSpans } from '../devices/connectivity.ts'

export function createOnlineWalk(
  seed: number,
  entity: number,
  fromMs: number,
  toMs: number,
  commands: readonly DeviceCommand[],
): (atMs: number) => boolean {
  const spans = onlineSpans(seed, entity, fromMs, toMs, commands)
  let place = 0
  return (atMs) => {
    while (place < spans.length - 1 && atMs >= spans[place]!.toMs) place++
    return spans[place]?.online ?? false
  }
}
