import type { Alarm } from '@backlot/contract/alarms/entities'
import { useSession } from '../../../session/session-store.ts'
import { isOpenFor } from '../alarm-rules.ts'

/**
 * Place of the item to go to after the one at `from`: the next that is open, else the first open one before it; -1 when
 * there is none.
 */
export function nextOpenIndex<Item>(
  list: readonly Item[],
  from: number,
  isOpen: (item: Item) => boolean,
): number {
  const after = list.findIndex((item, place) => place > from && isOpen(item))
  if (after >= 0) return after
  return list.findIndex((item, place) => place < from && isOpen(item))
}

/** Whether the signed-in user may process an alarm that waits for it. */
export const isOpenNow = (alarm: Alarm): boolean => isOpenFor(alarm, useSession.getState().userInfo)
