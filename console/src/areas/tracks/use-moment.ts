import { useEffect, useRef, useState } from 'react'
import type { Playback } from './playback.ts'

/** Calls back with the moment of a playback: at once, with each change, and with each frame while it plays. */
export function useMoment(playback: Playback, onMoment: (atMs: number) => void): void {
  const told = useRef(onMoment)
  told.current = onMoment
  useEffect(() => {
    let frame = 0
    const tell = () => {
      told.current(playback.positionMs())
      cancelAnimationFrame(frame)
      frame = playback.state().mode === 'playing' ? requestAnimationFrame(tell) : 0
    }
    tell()
    const stop = playback.subscribe(() => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(tell)
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [playback])
}

/** A redraw takes longer than a frame of the map: figures change ten times a second. */
const FIGURES_MS = 100

/** The moment of a playback for figures. */
export function useShownMoment(playback: Playback): number {
  const [shown, setShown] = useState(() => playback.positionMs())
  const drawn = useRef(0)
  useMoment(playback, (atMs) => {
    const now = performance.now()
    if (playback.state().mode === 'playing' && now - drawn.current < FIGURES_MS) return
    drawn.current = now
    setShown(atMs)
  })
  // At once, not with the next frame: a key that is pressed again meanwhile goes on from here.
  useEffect(() => playback.subscribe(() => setShown(playback.positionMs())), [playback])
  return shown
}
