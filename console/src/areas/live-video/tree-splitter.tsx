import { useState } from 'react'
import { useText } from '../../language/language.ts'

const KEY = 'realTimeTreeWidth'
const LEAST = 220
const MOST = 560
const STEP = 16

const clamp = (width: number) => Math.round(Math.min(MOST, Math.max(LEAST, width)))

/** Width of the tree in pixels, kept for the next visit. */
export function useTreeWidth(): [number, (width: number) => void] {
  const [width, setWidth] = useState(() => clamp(Number(localStorage.getItem(KEY) ?? 288)))
  const change = (wanted: number) => {
    setWidth(clamp(wanted))
    localStorage.setItem(KEY, String(clamp(wanted)))
  }
  return [width, change]
}

/** The edge between tree and wall: drag it, or move it with the arrow keys. */
export function TreeSplitter({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const t = useText('video')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged
    <div
      className="tree-splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('wall.treeWidth')}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={width}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') onWidth(width - STEP)
        if (event.key === 'ArrowRight') onWidth(width + STEP)
      }}
      onPointerDown={(event) => {
        event.preventDefault()
        const edge = event.currentTarget
        edge.setPointerCapture(event.pointerId)
        const from = event.clientX - width
        const move = (moved: PointerEvent) => onWidth(moved.clientX - from)
        edge.addEventListener('pointermove', move)
        edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), {
          once: true,
        })
      }}
    />
  )
}
