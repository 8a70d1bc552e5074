import type { MessageFailure } from '@backlot/contract/device-messages/entities'
import type { TextForUnit } from '../../../areas/device-messages/ports.ts'
import type { Jt808Gateway } from '../../../gateways/jt808/create-jt808-gateway.ts'
import { TerminalRequestError } from '../../../gateways/jt808/terminal-requests.ts'
import { ACK_RESULTS } from '../../../wire/jt808/acks.ts'
import { textFlag } from '../../../wire/jt808/text-flag.ts'

/** Text type of 0x8300 (2019): a notice. */
const NOTICE = 1

const FAILURES: Readonly<Record<TerminalRequestError['code'], MessageFailure>> = {
  offline: 'gone',
  gone: 'gone',
  timeout: 'silent',
  busy: 'refused',
}

/** Sends 0x8300 to a terminal, which answers 0x0001. */
export async function deliverText(
  gateway: Pick<Jt808Gateway, 'request'>,
  { sn, version }: { sn: string; version: number },
  { text, urgent, spoken }: TextForUnit,
): Promise<'acknowledged' | MessageFailure> {
  try {
    const flag = textFlag({ urgent, spoken }, version === 2019 ? 2019 : 2013)
    const answer = await gateway.request(sn, { kind: 'text', flag, type: NOTICE, text })
    return answer.result === ACK_RESULTS.ok ? 'acknowledged' : 'refused'
  } catch (error) {
    if (error instanceof TerminalRequestError) return FAILURES[error.code]
    throw error
  }
}
