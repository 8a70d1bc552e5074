import type { Alarm } from '@backlot/contract/alarms/entities'
import { create } from 'zustand'
import { silenceAlarms, soundAlarm } from '../../../features/alarms/alarm-sound.ts'
import { useSettings } from '../../../platform/settings-store.ts'
import { offers, useUndo } from '../processing-undo.ts'
import {
  FOLDED_MS,
  inOrder,
  nextCase,
  type SosCase,
  settled,
  statusOf,
  type Viewer,
  withAlarms,
} from './sos-cases.ts'

type SosState = {
  /** Most urgent first. */
  cases: readonly SosCase[]
  /** The case on the card; undefined: the first. */
  selected: string | undefined
  /** The card is put away; its button still counts. */
  folded: boolean
  /** It was put away for the detail of an alarm, and comes back after it. */
  aside: boolean
  viewer: Viewer
  /** Open ones on the platform that are not among the cases. */
  more: number
  /** Serial numbers of the units that were sent to a case, by its key. */
  dispatched: Readonly<Record<string, readonly string[]>>
}

const EMPTY: SosState = {
  cases: [],
  selected: undefined,
  folded: true,
  aside: false,
  viewer: { userId: undefined, knowsResponses: true },
  more: 0,
  dispatched: {},
}

/** The present SOS, on whatever screen the operator is. */
export const useSos = create<SosState>(() => EMPTY)

let foldTimer: ReturnType<typeof setTimeout> | undefined

/** Whether the operator can still take back the processing of an alarm. */
const isUndoable = (alarm: Alarm) => offers(useUndo.getState().offered, alarm)

/** Changes the cases; handled ones go by themselves after a while. */
export function changeCases(change: (cases: readonly SosCase[]) => readonly SosCase[]): void {
  const { cases: before, viewer, selected } = useSos.getState()
  const cases = inOrder(settled(change(before), viewer, performance.now(), isUndoable), viewer)
  const isShown = cases.some(({ key }) => key === selected)
  useSos.setState({ cases, selected: isShown ? selected : cases[0]?.key })
  if (cases.length === 0) useSos.setState({ folded: true, dispatched: {} })
  if (openCount() === 0) silenceAlarms()
  clearTimeout(foldTimer)
  if (cases.some(({ handledMs }) => handledMs !== undefined))
    foldTimer = setTimeout(() => changeCases((same) => same), FOLDED_MS / 8)
}

/** How many cases somebody has to look at. */
export function openCount(): number {
  const { cases, viewer } = useSos.getState()
  return cases.filter((one) => statusOf(one, viewer).kind !== 'handled').length
}

/** A new SOS: the card opens by the settings, and the siren sounds until somebody looks. */
export function raiseSos(): void {
  const { alarmPromptTone, sosVideoPopup, speakerVolume } = useSettings.getState()
  // The case being looked at stays on the card.
  const { folded, cases } = useSos.getState()
  if (folded) useSos.setState({ selected: cases[0]?.key })
  if (sosVideoPopup) useSos.setState({ folded: false })
  if (!alarmPromptTone) return
  const loudness = Math.min(1, speakerVolume / 100)
  soundAlarm({ tone: 'siren', urgency: 0 }, { loudness, promptMs: Number.POSITIVE_INFINITY })
}

/**
 * Adds alarms that the platform has open. A reloaded page has no card yet, and the device may have stopped ringing:
 * while its button is pressed and nobody has it, the card opens.
 */
export function addOpenAlarms(alarms: readonly Alarm[]): void {
  const known = new Set(useSos.getState().cases.map(({ key }) => key))
  changeCases((cases) => withAlarms(cases, alarms, false))
  const { cases, viewer } = useSos.getState()
  const isNew = ({ key, alarm }: SosCase) => !known.has(key) && alarm?.state === 1
  if (cases.some((one) => isNew(one) && statusOf(one, viewer).kind !== 'mine')) raiseSos()
}

/** Puts another case on the card; the one that waits next without a key. */
export function selectCase(key?: string): void {
  const { cases, viewer, selected } = useSos.getState()
  useSos.setState({ selected: key ?? nextCase(cases, selected, viewer)?.key ?? selected })
}

/** Opens the card, or puts it away; nothing is lost either way. */
export function foldSos(folded: boolean): void {
  silenceAlarms()
  useSos.setState({ folded, aside: false })
}

/** Puts the card away while the detail of an alarm is open. */
export function putAside(): void {
  silenceAlarms()
  useSos.setState({ folded: true, aside: true })
}

/** The detail was closed: the card comes back when others wait. */
export function showAgain(): void {
  const { aside } = useSos.getState()
  if (aside) useSos.setState({ aside: false, folded: openCount() === 0 })
}

/** Takes a case off the card of this operator. */
export function dismissCase(key: string): void {
  changeCases((cases) => cases.filter((one) => one.key !== key))
}

/** Notes that a unit was sent to a case. */
export function noteDispatched(key: string, sn: string): void {
  useSos.setState(({ dispatched }) => ({
    dispatched: { ...dispatched, [key]: [...(dispatched[key] ?? []), sn] },
  }))
}

/** Forgets everything (signed out). */
export function forgetSos(): void {
  clearTimeout(foldTimer)
  useSos.setState(EMPTY)
}
