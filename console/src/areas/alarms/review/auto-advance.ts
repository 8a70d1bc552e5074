import { useSession } from '../../../session/session-store.ts'

const keyOf = (userId: number) => `alarms.advance.${userId}`
const ownKey = () => keyOf(useSession.getState().userInfo?.userId ?? 0)

/** Whether the detail goes on to the next open alarm when one is processed: a choice of each account in this browser. */
export const isAdvancing = (): boolean => localStorage.getItem(ownKey()) !== 'false'

export function setAdvancing(on: boolean): void {
  localStorage.setItem(ownKey(), String(on))
}
