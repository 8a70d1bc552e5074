import { shieldList } from '@backlot/contract/alarms/calls'
import { create } from 'zustand'
import { request } from '../../platform/client.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { isCallMissing } from '../../platform/platform-reply-error.ts'
import { parseShieldList, type ShieldList } from './shield-list.ts'

/** The user's own shield list, as the platform has it. After a change it is loaded again: the live list follows. */
export const useShield = create<{ shield: ShieldList }>(() => ({ shield: new Set() }))

/** Loads the user's own shield list. A platform without any shields nothing. */
export async function loadShieldList(): Promise<void> {
  useShield.setState({ shield: parseShieldList(await ownShieldList()) })
}

async function ownShieldList(): Promise<string> {
  try {
    return (await request(shieldList)).shieldList
  } catch (error) {
    if (!isCallMissing(error)) throw error
    noteProblem('alarms.shieldList', String(error))
    return ''
  }
}

export function forgetShieldList(): void {
  useShield.setState({ shield: new Set() })
}
