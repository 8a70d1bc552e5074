import type { MessageFailure } from '@backlot/contract/device-messages/entities'
import type { MessengerPort, TextForUnit } from '../areas/device-messages/ports.ts'
import { isSilentAt } from '../devices/silence.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'
import { TerminalRequestError } from '../gateways/jt808/terminal-requests.ts'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import { ACK_RESULTS } from '../wire/jt808/acks.ts'
import { textFlag } from '../wire/jt808/text-flag.ts'
import type { Gateways } from './open-gateways.ts'

/** How long a unit of ours takes to show and acknowledge a text, and the longest wait for a silent one. */
const ANSWER_MS = 600
const SILENT_MS = 10_000
/** Text type of 0x8300 (2019): a notice. */
const NOTICE = 1

const FAILURES: Readonly<Record<TerminalRequestError['code'], MessageFailure>> = {
  offline: 'gone',
  gone: 'gone',
  timeout: 'silent',
  busy: 'refused',
}

/**
 * Brings texts to units: those that speak JT/T 808 with the gateway get 0x8300 over their line and answer 0x0001;
 * those that live in this process take it and answer a moment later, unless they are silent or gone by then.
 */
export function createDeviceMessenger(deps: {
  directory: Directory
  commands: Pick<CommandLog, 'commandsOf'>
  clock: PlatformClock
  host: HostClock
  /** Terminals are reached through that of JT/T 808 while it is open. */
  gateways: Pick<Gateways, 'jt808'>
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
  const overWire = async (sn: string, version: number, { text, urgent, spoken }: TextForUnit) => {
    try {
      const flag = textFlag({ urgent, spoken }, version === 2019 ? 2019 : 2013)
      const answer = await gateways.jt808?.request(sn, { kind: 'text', flag, type: NOTICE, text })
      return answer?.result === ACK_RESULTS.ok ? 'acknowledged' : 'refused'
    } catch (error) {
      if (error instanceof TerminalRequestError) return FAILURES[error.code]
      throw error
    }
  }

  return {
    deliver(sn, text) {
      const terminal = gateways.jt808?.terminal(sn)
      return terminal ? overWire(sn, terminal.version, text) : inProcess(sn)
    },
  }
}
