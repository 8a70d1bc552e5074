import { useMemo } from 'react'
import { create } from 'zustand'
import type { MapHandle } from '../map-handle.ts'
import type { Shape } from './shape.ts'
import { type Snap, snapToMap } from './snap-to-map.ts'

const KEY = 'mapSnap'

const stored = (): boolean => typeof localStorage !== 'undefined' && localStorage.getItem(KEY) === '1'

const useSwitch = create<{ on: boolean }>(() => ({ on: stored() }))

/** Whether points that are set snap, kept for the next visit. */
export function useSnapSwitch(): { on: boolean; set(on: boolean): void } {
  const { on } = useSwitch()
  return {
    on,
    set(next) {
      localStorage.setItem(KEY, next ? '1' : '0')
      useSwitch.setState({ on: next })
    },
  }
}

/** Snaps to shapes and roads while the switch is on. */
export function useSnapping(handle: MapHandle, shapes: readonly Shape[]): Snap | undefined {
  const { on } = useSwitch()
  return useMemo(() => (on ? snapToMap(handle, shapes) : undefined), [on, handle, shapes])
}
