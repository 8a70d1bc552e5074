import { PTZ } from '@backlot/contract/ptz/calls'
import type { CSSProperties } from 'react'
import type { TextKey } from '../../language/language.ts'
import { useText } from '../../language/language.ts'
import { HoldButton } from './hold-button.tsx'
import type { PtzControl } from './use-ptz.ts'
import { useStick } from './use-stick.ts'

type Direction = { cmd: number; text: TextKey<'video'>; turn: number; diagonal: boolean }

const DIRECTIONS: readonly Direction[] = [
  { cmd: PTZ.up, text: 'ptz.up', turn: 0, diagonal: false },
  { cmd: PTZ.upRight, text: 'ptz.upRight', turn: 45, diagonal: true },
  { cmd: PTZ.right, text: 'ptz.right', turn: 90, diagonal: false },
  { cmd: PTZ.downRight, text: 'ptz.downRight', turn: 135, diagonal: true },
  { cmd: PTZ.down, text: 'ptz.down', turn: 180, diagonal: false },
  { cmd: PTZ.downLeft, text: 'ptz.downLeft', turn: 225, diagonal: true },
  { cmd: PTZ.left, text: 'ptz.left', turn: 270, diagonal: false },
  { cmd: PTZ.upLeft, text: 'ptz.upLeft', turn: 315, diagonal: true },
]

type DiscProps = {
  /** Diagonal moves are shown only where the platform knows them. */
  diagonals: boolean
  control: Pick<PtzControl, 'moving' | 'press'>
  /** Why it cannot be used; not empty disables it and is its tooltip. */
  why?: string
}

/** The direction disc: buttons to hold, and for a finger a stick. */
export function Disc({ diagonals, control, why }: DiscProps) {
  const t = useText('video')
  const { knob, handlers } = useStick({ diagonals, press: control.press, disabled: (why ?? '') !== '' })
  return (
    <div className="ptz-disc" {...handlers}>
      {DIRECTIONS.filter((direction) => diagonals || !direction.diagonal).map(
        ({ cmd, text, turn, diagonal }) => (
          <HoldButton
            key={cmd}
            className="ptz-direction"
            style={placeOnDisc(turn, diagonal)}
            label={t(text)}
            why={why}
            active={control.moving === cmd}
            onPress={() => control.press(cmd)}
          >
            <svg
              viewBox="0 0 24 24"
              width={diagonal ? 14 : 20}
              height={diagonal ? 14 : 20}
              style={{ transform: `rotate(${turn}deg)` }}
              aria-hidden
            >
              <path d="m6 15 6-7 6 7" />
            </svg>
          </HoldButton>
        ),
      )}
      <span ref={knob} className="ptz-hub" aria-hidden />
    </div>
  )
}

/** Sizes on a disc of 140 px; a larger one (`--disc`) has larger ones. */
const DISC_SIZE = 140
const RING_RADIUS = 49

/** A button's square on the ring, clockwise from the top. */
function placeOnDisc(turn: number, diagonal: boolean): CSSProperties {
  const size = diagonal ? 28 : 38
  const angle = (turn * Math.PI) / 180
  const ofDisc = (length: number) => `calc(var(--disc) * ${length / DISC_SIZE})`
  const at = (offset: number) => ofDisc(DISC_SIZE / 2 + offset - size / 2)
  return {
    width: ofDisc(size),
    height: ofDisc(size),
    left: at(RING_RADIUS * Math.sin(angle)),
    top: at(-RING_RADIUS * Math.cos(angle)),
  }
}
