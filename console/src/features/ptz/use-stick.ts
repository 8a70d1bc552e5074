import { type PointerEvent, useEffect, useRef } from 'react'
import { onLeaving } from './on-leaving.ts'
import { stickCommand } from './stick.ts'

type Held = { pointer: number; cmd?: number | undefined; release?: (() => void) | undefined }

type StickOptions = {
  diagonals: boolean
  /** Begins a move and returns a function that ends it. */
  press: (cmd: number) => () => void
  disabled: boolean
}

/**
 * A disc whose directions a finger changes without being lifted, as with a stick; wherever it is lifted, and whatever
 * takes it away, the move ends. Mouse, pen and keys have the buttons of the disc. Answers the disc's handlers and the
 * ref of the knob that follows the finger.
 */
export function useStick(options: StickOptions) {
  const held = useRef<Held>(undefined)
  const knob = useRef<HTMLSpanElement>(null)
  const now = useRef(options)
  now.current = options

  const letGo = () => {
    const { release } = held.current ?? {}
    held.current = undefined
    if (knob.current) knob.current.style.translate = ''
    release?.()
  }
  const { disabled } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: a disc that becomes disabled ends its move
  useEffect(() => {
    const stop = onLeaving(letGo)
    return () => {
      stop()
      letGo()
    }
  }, [disabled])

  const steer = (event: PointerEvent<HTMLElement>, finger: Held) => {
    const { left, top, width } = event.currentTarget.getBoundingClientRect()
    const radius = width / 2
    const [x, y] = [(event.clientX - left - radius) / radius, (event.clientY - top - radius) / radius]
    const far = Math.max(1, Math.hypot(x, y) / KNOB_REACH)
    if (knob.current) knob.current.style.translate = `${(x / far) * radius}px ${(y / far) * radius}px`
    const cmd = stickCommand({ x, y }, now.current.diagonals, finger.cmd)
    if (cmd === finger.cmd) return
    const before = finger.release
    finger.cmd = cmd
    finger.release = cmd === undefined ? undefined : now.current.press(cmd)
    // After the new move has taken its place, this stops nothing.
    before?.()
  }
  const end = (event: PointerEvent) => {
    if (held.current?.pointer === event.pointerId) letGo()
  }
  return {
    knob,
    handlers: {
      onPointerDownCapture: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType !== 'touch' || now.current.disabled) return
        // The buttons below would hold the direction that the finger began with.
        event.stopPropagation()
        if (held.current) return
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = { pointer: event.pointerId }
        steer(event, held.current)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (held.current?.pointer === event.pointerId) steer(event, held.current)
      },
      onPointerUp: end,
      onPointerCancel: end,
      onLostPointerCapture: end,
      onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
    },
  }
}

/** How far the knob follows, in radii of the disc. */
const KNOB_REACH = 0.5
