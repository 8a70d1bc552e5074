/** An alarm: by `id` where it is known, else by its sequence on the device. */
export type AlarmRef = { id?: number; sn: string; alarmSeq: string }

/** A device whose parameters are shown; `chnId` names the channel to begin with. */
export type DeviceConfigRef = { sn: string; chnId?: number }

/** Intercom (both speak) or listening; without a channel, the device as a whole. */
export type TalkTarget = { sn: string; chnId?: number; mode: 'intercom' | 'listen' }

/** A channel to watch in the video popup. */
export type VideoPlace = { sn: string; chnId: number }

/** A work order, by its own number or by its alarm's. */
export type WorkOrderRef = { id: number } | { alarmId: number }

/** A confirmed alarm that has no order; `title` names it. */
export type AlarmToAssign = AlarmRef & { title?: string }

/** A new order about confirmed alarms that have none; `title` names the first one. */
export type NewWorkOrder = {
  alarms: readonly AlarmToAssign[]
  onDone?: (() => void) | undefined
}

/** An order that was made of alarms and given to somebody; `undoUntil` as the platform answered it. */
export type AssignedOrder = { id: number; number: string; assignee: string; undoUntil?: number | undefined }

/** Alarms that get one order and its assignee at once. */
export type AlarmsToAssign = NewWorkOrder & {
  /** Whether the opener tells the user of the order itself. */
  onAssigned(made: AssignedOrder): boolean
  /** How many of them wait for a result. */
  confirms: number
  /** 1 urgent … 4 low. */
  priority: number
  /** Confirms those that wait, and answers those that can get the order. Rejects as the call does. */
  confirm(): Promise<readonly AlarmToAssign[]>
}

/** Dialogs and windows that open over any screen, each with its subject. */
type Openable =
  | { kind: 'alarm'; alarm: AlarmRef }
  | { kind: 'deviceConfig'; device: DeviceConfigRef }
  | { kind: 'talk'; target: TalkTarget }
  | { kind: 'meeting' }
  /** The online ones of these channels, at most sixteen. */
  | { kind: 'video'; channels: readonly VideoPlace[] }
  | { kind: 'workOrder'; order: WorkOrderRef }
  | { kind: 'newWorkOrder'; order: NewWorkOrder }
  | { kind: 'assignAlarms'; order: AlarmsToAssign }

type Kind = Openable['kind']
type Of<K extends Kind> = Extract<Openable, { kind: K }>

const hosts = new Map<Kind, (wanted: never) => void>()

/** Opens a dialog or window over the current screen. False when the page has no host for its kind. */
export function open<K extends Kind>(wanted: Of<K> & { kind: K }): boolean {
  const host = hosts.get(wanted.kind)
  host?.(wanted as never)
  return host !== undefined
}

/** Makes the caller the host of a kind. Returns a function that ends that. */
export function onOpen<K extends Kind>(kind: K, host: (wanted: Of<K>) => void): () => void {
  hosts.set(kind, host)
  return () => {
    if (hosts.get(kind) === host) hosts.delete(kind)
  }
}
