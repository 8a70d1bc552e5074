import type { MessageFailure } from '@backlot/contract/device-messages/entities'
import type { TextForUnit } from '../../../areas/device-messages/ports.ts'
import type { Jt808Gateway } from '../../../gateways/jt808/create-jt808-gateway.ts'
import { TerminalRequestError } from '../../../gateways/jt808/terminal-requests.ts'
import { ACK_RESULTS } from '../../../wire/jt808/acks.ts'
import { textFlag } from '../../../wire/jt808/text-flag.ts'
import type { OpenGateway } from '../open-gateway.ts'
import type { PlatformWire } from '../platform-wire.ts'
import { jt808Routes } from './jt808-routes.ts'
import { openJt808 } from './open-jt808.ts'
import { runJt808Uplinks } from './run-jt808-uplinks.ts'

/** Text type of 0x8300 (2019): a notice. */
const TEXT_NOTICE = 1

const TEXT_FAILURES: Readonly<Record<TerminalRequestError['code'], MessageFailure>> = {
  offline: 'gone',
  gone: 'gone',
  timeout: 'silent',
  busy: 'refused',
}

export type TerminalGateway = OpenGateway & Jt808Gateway

export const JT808_PLATFORM: PlatformWire<TerminalGateway> = {
  async open(deps, disposal) {
    const gateway = await openJt808(deps)
    if (!gateway) return undefined
    runJt808Uplinks({ ...deps, port: disposal.use(gateway).port }, disposal)
    return {
      ...gateway,
      clients: () => gateway.terminals().map((one) => ({ ...one, standard: 'JT/T 808' })),
      connection: gateway.terminal,
      deliverText(sn, text) {
        const terminal = gateway.terminal(sn)
        return terminal && deliverText(gateway, terminal, text)
      },
    }
  },
  routes: jt808Routes,
}

/** Sends 0x8300 to a terminal, which answers 0x0001. */
async function deliverText(
  gateway: Pick<Jt808Gateway, 'request'>,
  { sn, version }: { sn: string; version: number },
  { text, urgent, spoken }: TextForUnit,
): Promise<'acknowledged' | MessageFailure> {
  try {
    const flag = textFlag({ urgent, spoken }, version === 2019 ? 2019 : 2013)
    const answer = await gateway.request(sn, { kind: 'text', flag, type: TEXT_NOTICE, text })
    return answer.result === ACK_RESULTS.ok ? 'acknowledged' : 'refused'
  } catch (error) {
    if (error instanceof TerminalRequestError) return TEXT_FAILURES[error.code]
    throw error
  }
}
