import { useEffect, useState } from 'react'

/** Minutes and seconds since a moment of performance.now(), redrawn each second; empty without one. */
export function useElapsed(since: number | undefined): string {
  const [, redraw] = useState(0)
  useEffect(() => {
    if (since === undefined) return
    const timer = setInterval(() => redraw((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [since])
  if (since === undefined) return ''
  const seconds = Math.max(0, Math.floor((performance.now() - since) / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}
