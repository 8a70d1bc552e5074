import { UNDO_PROCESSING_MS } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { create } from 'zustand'
import { alarmKey } from '../../features/alarms/alarm-key.ts'

/** Last processing by the signed-in operator, or the last work order that they gave somebody. */
export type Undoable = {
  /** The alarms as they were before. */
  alarms: readonly Alarm[]
  /** The result that they have now. */
  type: number
  content: string
  /** Platform time, seconds. */
  untilS: number
  /** The work order, and those of the alarms that were confirmed for it. */
  order?: { id: number; number: string; assignee: string; confirmed: readonly Alarm[] }
}

type UndoState = {
  offered: Undoable | undefined
  busy: boolean
  /** How many dialogs show the button themselves; the bar is not shown over them. */
  inDialog: number
}

/** The processing that can be undone; the platform reports for each whether and until when. */
export const useUndo = create<UndoState>(() => ({ offered: undefined, busy: false, inDialog: 0 }))

/** Offers to undo the processing of one press, in however many calls. */
export function offerUndo(parts: readonly (Undoable | undefined)[]): void {
  const given = parts.filter((part) => part !== undefined)
  const [first] = given
  if (!first) return
  useUndo.setState({
    offered: {
      ...first,
      alarms: given.flatMap(({ alarms }) => alarms),
      untilS: Math.min(...given.map(({ untilS }) => untilS)),
    },
  })
}

export function withdrawUndo(): void {
  useUndo.setState({ offered: undefined })
}

/** Whole seconds that are left; 0: too late. A clock that went back gives no more than the platform does. */
export function secondsLeft({ untilS }: Pick<Undoable, 'untilS'>, nowMs: number): number {
  return Math.min(UNDO_PROCESSING_MS / 1000, Math.max(0, Math.ceil(untilS - nowMs / 1000)))
}

/** Whether an alarm can be undone. */
export const offers = (offered: Undoable | undefined, alarm: Alarm): offered is Undoable =>
  offered?.alarms.some((one) => alarmKey(one) === alarmKey(alarm)) ?? false
