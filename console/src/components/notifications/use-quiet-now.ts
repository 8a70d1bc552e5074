import { useEffect, useState } from 'react'
import { useSettings } from '../../platform/settings-store.ts'

/** The longest time that a timer of browsers takes. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Whether every kind that can be silenced is at this moment. */
export function useQuietNow(): boolean {
  const untilMs = useSettings((settings) => settings.quietUntilMs)
  const [, again] = useState(0)
  const leftMs = untilMs - Date.now()
  useEffect(() => {
    if (leftMs <= 0) return
    const timer = setTimeout(() => again((count) => count + 1), Math.min(TIMER_MAX_MS, leftMs + 20))
    return () => clearTimeout(timer)
  }, [leftMs])
  return leftMs > 0
}
