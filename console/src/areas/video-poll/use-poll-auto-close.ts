import { useEffect, useMemo, useState } from 'react'
import { AutoClose } from '../../parts/player/auto-close.ts'
import { watchMovement } from '../../parts/player/watch-movement.ts'

/** So long before the end it is told. */
const TELL_S = 30

/** Ends a polling that nobody watches. Answers the seconds that are left when they are few. */
export function usePollAutoClose(minutes: number, running: boolean, onClose: () => void): number | undefined {
  const close = useMemo(() => new AutoClose(minutes), [minutes])
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (!running) return
    close.moved()
    const count = () => {
      const rest = minutes * 60 - close.seconds
      setLeft(rest <= TELL_S ? rest : undefined)
    }
    const stop = watchMovement(close, window, onClose, count)
    return () => {
      stop()
      setLeft(undefined)
    }
  }, [close, minutes, running, onClose])
  return left
}
