import { create } from 'zustand'
import { silenceAlarms } from '../../features/alarms/alarm-sound.ts'
import { useAlarms } from './alarm-store.ts'

/** Of this tab, over reloads until the sign-out. */
const STORED_KEY = 'stormMode'

/**
 * Storm mode: an operator wants alarms as in a storm, however few come. One line of counts in place of tips, no popups, no
 * tone but of SOS.
 */
export const useStormMode = create<{ on: boolean }>(() => ({
  on: typeof sessionStorage !== 'undefined' && sessionStorage.getItem(STORED_KEY) !== null,
}))

export function setStormMode(on: boolean): void {
  if (on) {
    sessionStorage.setItem(STORED_KEY, 'on')
    silenceAlarms()
  } else sessionStorage.removeItem(STORED_KEY)
  useStormMode.setState({ on })
}

/** Whether alarms are shown as in a storm: one rages, or the operator wants it. */
export const isAsInStorm = (): boolean => useStormMode.getState().on || useAlarms.getState().storm.raging

/** As `isAsInStorm`, redrawing when it changes. */
export function useAsInStorm(): boolean {
  const { on } = useStormMode()
  const raging = useAlarms((alarms) => alarms.storm.raging)
  return on || raging
}
