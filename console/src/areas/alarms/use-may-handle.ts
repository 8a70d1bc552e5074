import { ACCESS } from '@backlot/contract/access'
import { useMay } from './use-may.ts'

/** Whether the user may process alarms and change their type, as the platform will check. */
export function useMayHandle(): boolean {
  return useMay(ACCESS.handleAlarms)
}
