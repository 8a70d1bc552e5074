import { useEffect, useRef } from 'react'
import { talkLevel } from './audio/talk-audio.ts'

const REDRAW_MS = 66
const BARS = 14

/** How loud it is: bars that light up. Drawn past React, since nothing else changes with it. */
export function LevelMeter({ which, label }: { which: 'in' | 'out'; label: string }) {
  const meter = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let shown = -1
    const timer = setInterval(() => {
      const lit = Math.round(talkLevel(which) * BARS)
      if (lit === shown || !meter.current) return
      shown = lit
      meter.current.style.setProperty('--lit', String(lit))
    }, REDRAW_MS)
    return () => clearInterval(timer)
  }, [which])
  return (
    <div ref={meter} className="talk-meter" data-which={which} role="img" aria-label={label} title={label}>
      {Array.from({ length: BARS }, (_, i) => (
        <i key={i} style={{ '--bar': i } as React.CSSProperties} />
      ))}
    </div>
  )
}
