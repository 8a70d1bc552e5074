import { shieldList } from '@backlot/contract/alarms/calls'
import { create } from 'zustand'
import { request } from '../../platform/client.ts'
import { parseShieldList, type ShieldList } from './shield-list.ts'

/** The own shield list, as the platform has it. Whoever changes it there loads it again: the live list follows. */
export const useShield = create<{ shield: ShieldList }>(() => ({ shield: new Set() }))

/** Asks for the own shield list. */
export async function loadShieldList(): Promise<void> {
  useShield.setState({ shield: parseShieldList((await request(shieldList)).shieldList) })
}

export function forgetShieldList(): void {
  useShield.setState({ shield: new Set() })
}
