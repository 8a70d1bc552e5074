import type { AlarmRef } from './alarm-opener.ts'

/** How an order is named when it is opened from elsewhere than the work order area (areas do not import each other). */
export type WorkOrderRef = { id: number } | { alarmId: number }
/** Subject of a new order: alarms that were processed as confirmed, with the title of the first. */
export type NewWorkOrder = {
  alarms: readonly (AlarmRef & { title?: string })[]
  /** It was made. */
  onDone?: (() => void) | undefined
}

export type WorkOrderWish = { open: WorkOrderRef } | { create: NewWorkOrder }
type Opener = (wish: WorkOrderWish) => void
const openers = new Set<Opener>()

/** Opens an order, wherever the operator is. */
export function openWorkOrder(ref: WorkOrderRef): void {
  for (const opener of openers) opener({ open: ref })
}

/** Opens the form of a new order about alarms that were processed as sure and have none. */
export function newWorkOrder(alarms: NewWorkOrder['alarms'], onDone?: NewWorkOrder['onDone']): void {
  for (const opener of openers) opener({ create: { alarms, onDone } })
}

/** Hears requests to open or to write an order; the shell does. */
export function onWorkOrderWish(opener: Opener): () => void {
  openers.add(opener)
  return () => openers.delete(opener)
}
