import type { Jt808Gateway } from '../../../gateways/jt808/create-jt808-gateway.ts'
import type { OpenGateway } from '../open-gateway.ts'
import type { PlatformWire } from '../platform-wire.ts'
import { deliverText } from './deliver-text.ts'
import { jt808Routes } from './jt808-routes.ts'
import { openJt808 } from './open-jt808.ts'
import { runJt808Uplinks } from './run-jt808-uplinks.ts'

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
