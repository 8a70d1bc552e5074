/** Places on a vehicle, and where they are in the picture. */
import type { View } from './view.ts'

/** A vehicle's own frame: along its heading, to its right, up; and how to get from it to the picture. */
export type Frame = {
  view: View
  x: number
  y: number
  sin: number
  cos: number
  z: number
  /** Backdrop that is farther lies behind the vehicle. */
  nearZ: number
}

/** A strip across a vehicle between two places along it: each with its height and half its width there. */
export function quad(
  frame: Frame,
  l0: number,
  h0: number,
  w0: number,
  l1: number,
  h1: number,
  w1: number,
): number[] {
  return [
    ...at(frame, l0, -w0, h0),
    ...at(frame, l1, -w1, h1),
    ...at(frame, l1, w1, h1),
    ...at(frame, l0, w0, h0),
  ]
}

/** Pixel of a point of the vehicle: along, to the right, up, metres. */
export function at(frame: Frame, along: number, right: number, up: number): [number, number] {
  const { view } = frame
  const dx = frame.x + along * frame.sin + right * frame.cos - view.x
  const dy = frame.y + along * frame.cos - right * frame.sin - view.y
  const z = Math.max(0.8, dx * view.sin + dy * view.cos)
  const r = dx * view.cos - dy * view.sin
  return [view.width / 2 + (view.focal * r) / z, view.horizonY - (view.focal * (up - view.eyeM)) / z]
}
