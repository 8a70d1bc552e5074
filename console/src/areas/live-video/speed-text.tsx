import { type RefObject, useEffect, useRef } from 'react'
import type { LivePlayerHandle } from '../../features/player/live-player.tsx'

/** The stream's speed, written once a second without redrawing the window. */
export function SpeedText({ player }: { player: RefObject<LivePlayerHandle | null> }) {
  const text = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      const speed = player.current?.session()?.speedKilobytes ?? 0
      if (text.current) text.current.textContent = speed > 0 ? `${speed.toFixed(0)} kB/s` : ''
    }, 1000)
    return () => clearInterval(timer)
  }, [player])
  return <span className="window-speed" ref={text} />
}
