import type { MessageFailure } from '@backlot/contract/device-messages/entities'
import type { ScopeIntervals } from '../../fleet/scope.ts'
import type { Named } from '../../kernel/language.ts'

export type MessageDevicesPort = {
  /** A device in a scope. `isUnit`: it has a display and somebody who reads it. */
  find(sn: string, scope: ScopeIntervals): { name: Named; online: boolean; isUnit: boolean } | undefined
}

export type TextForUnit = { text: string; urgent: boolean; spoken: boolean }

/** Brings texts to units; resolves when the unit has answered or is given up. */
export type MessengerPort = {
  deliver(sn: string, text: TextForUnit): Promise<'acknowledged' | MessageFailure>
}
