import { useEffect, useMemo, useRef } from 'react'
import { AutoClose } from '../../parts/player/auto-close.ts'
import { useSettings } from '../../platform/settings-store.ts'

const MOVEMENTS = ['mousemove', 'keydown', 'pointerdown', 'wheel'] as const

/** Calls back when nobody operated the page for the minutes of the setting. */
export function useAutoClose(onDue: (minutes: number) => void): void {
  const minutes = useSettings((settings) => settings.ptAutoCloseValue)
  const close = useMemo(() => new AutoClose(minutes), [minutes])
  const due = useRef(onDue)
  due.current = onDue

  useEffect(() => {
    const moved = () => close.moved()
    const tick = () => {
      if (close.tick()) due.current(minutes)
    }
    const timer = setInterval(tick, 1000)
    for (const type of MOVEMENTS) window.addEventListener(type, moved, { passive: true })
    return () => {
      clearInterval(timer)
      for (const type of MOVEMENTS) window.removeEventListener(type, moved)
    }
  }, [close, minutes])
}
