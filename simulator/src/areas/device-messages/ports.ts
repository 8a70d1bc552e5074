import type { MessageFailure } from '@backlot/contract/device-messages/entities'

export type TextForUnit = { text: string; urgent: boolean; spoken: boolean }

/** Brings texts to units; resolves when the unit has answered or is given up. */
export type MessengerPort = {
  deliver(sn: string, text: TextForUnit): Promise<'acknowledged' | MessageFailure>
}
