import { useEffect, useRef, useState } from 'react'
import { useSettings } from '../../platform/settings-store.ts'
import { AutoClose } from './auto-close.ts'
import { watchMovement } from './watch-movement.ts'

type AutoCloseOptions = {
  /** Else those of the setting. */
  minutes?: number
  /** False: there is nothing to close. */
  running?: boolean
  /** Seconds before the end from which the answer counts down. */
  warnSeconds?: number
}

/** Calls back when nobody operated the page for some minutes. Answers the seconds that are left when they are few. */
export function useAutoClose(
  onDue: (minutes: number) => void,
  { minutes: ownMinutes, running = true, warnSeconds = 0 }: AutoCloseOptions = {},
): number | undefined {
  const settingMinutes = useSettings((settings) => settings.ptAutoCloseValue)
  const minutes = ownMinutes ?? settingMinutes
  const [left, setLeft] = useState<number>()
  const due = useRef(onDue)
  due.current = onDue
  useEffect(() => {
    if (!running) return
    const close = new AutoClose(minutes)
    const count = () => {
      const rest = minutes * 60 - close.seconds
      setLeft(minutes > 0 && rest <= warnSeconds ? rest : undefined)
    }
    const stop = watchMovement(close, window, () => due.current(minutes), count)
    return () => {
      stop()
      setLeft(undefined)
    }
  }, [minutes, running, warnSeconds])
  return left
}
