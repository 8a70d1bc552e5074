import { useEffect, useMemo, useState } from 'react'
import { AutoClose } from '../../parts/player/auto-close.ts'

const MOVEMENTS = ['mousemove', 'keydown', 'pointerdown', 'wheel'] as const
/** So long before the end it is told. */
const TELL_S = 30

/** Ends a polling that nobody watches. Answers the seconds that are left when they are few. */
export function usePollAutoClose(minutes: number, running: boolean, onClose: () => void): number | undefined {
  const close = useMemo(() => new AutoClose(minutes), [minutes])
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (!running) return
    close.moved()
    const moved = () => {
      close.moved()
      setLeft(undefined)
    }
    const timer = setInterval(() => {
      const over = close.tick()
      const rest = minutes * 60 - close.seconds
      setLeft(!over && rest <= TELL_S ? rest : undefined)
      if (over) onClose()
    }, 1000)
    for (const type of MOVEMENTS) window.addEventListener(type, moved, { passive: true })
    return () => {
      setLeft(undefined)
      clearInterval(timer)
      for (const type of MOVEMENTS) window.removeEventListener(type, moved)
    }
  }, [close, minutes, running, onClose])
  return left
}
