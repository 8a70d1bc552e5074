import type { MessageFailure } from '@backlot/contract/device-messages/entities'
import type { MessengerPort } from '../../areas/device-messages/ports.ts'
import { isSilentAt } from '../../devices/silence.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { GatewayRegistry } from './open-gateways.ts'

/** How long a unit of ours takes to show and acknowledge a text, and the longest wait for a silent one. */
const ANSWER_MS = 600
const SILENT_MS = 10_000
/**
 * Brings texts to units: those that are connected to a gateway get them over their wire, if it carries any; those that
 * live in this process take it and answer a moment later, unless they are silent or gone by then.
 */
export function createDeviceMessenger(deps: {
  directory: Directory
  commands: Pick<CommandLog, 'commandsOf'>
  clock: PlatformClock
  host: HostClock
  gateways: Pick<GatewayRegistry, 'all'>
}): MessengerPort {
  const { directory, commands, clock, host, gateways } = deps

  const pause = (ms: number) => new Promise<void>((resolve) => void host.after(ms, resolve))
  const inProcess = async (sn: string): Promise<'acknowledged' | MessageFailure> => {
    await pause(ANSWER_MS)
    const slot = directory.slotOf(sn)
    if (slot === undefined || !directory.isOnline(slot)) return 'gone'
    if (!isSilentAt(commands.commandsOf(sn), clock.now())) return 'acknowledged'
    await pause(SILENT_MS)
    return 'silent'
  }

  return {
    deliver(sn, text) {
      for (const gateway of gateways.all()) {
        const delivered = gateway.deliverText?.(sn, text)
        if (delivered) return delivered
      }
      return inProcess(sn)
    },
  }
}
