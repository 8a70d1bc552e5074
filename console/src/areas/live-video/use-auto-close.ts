import { useEffect, useMemo, useRef } from 'react'
import { AutoClose } from '../../parts/player/auto-close.ts'
import { watchMovement } from '../../parts/player/watch-movement.ts'
import { useSettings } from '../../platform/settings-store.ts'

/** Calls back when nobody operated the page for the minutes of the setting. */
export function useAutoClose(onDue: (minutes: number) => void): void {
  const minutes = useSettings((settings) => settings.ptAutoCloseValue)
  const close = useMemo(() => new AutoClose(minutes), [minutes])
  const due = useRef(onDue)
  due.current = onDue
  useEffect(() => watchMovement(close, window, () => due.current(minutes)), [close, minutes])
}
