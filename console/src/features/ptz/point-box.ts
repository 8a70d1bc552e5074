import type { ZoomView } from '../player/zoom-box.ts'

/** A drag over a window, in parts of it from the upper left corner. */
export type Drag = { from: { x: number; y: number }; to: { x: number; y: number } }

/** Where a camera is to look: the point from -1 (left, bottom) to 1 (right, top), and how much closer. */
export type PtzPoint = { x: number; y: number; zoomFactor: number }

/** Part of the picture's height that a window shows while the strip at its lower edge is cut off. */
export const VISIBLE_HEIGHT = 326 / 360
/** Smaller boxes are clicks: the camera turns there and stays as close as it is. */
const LEAST_PART = 0.03
const ZOOM_MOST = 10

/**
 * Camera movement for a drag over the picture. A click turns it there; a box drawn to the right zooms in to the box,
 * one drawn to the left zooms out by as much. `zoom`: the part of the picture that the window magnifies.
 */
export function pointOfBox({ from, to }: Drag, view: { zoom: ZoomView; cropped: boolean }): PtzPoint {
  const kept = view.cropped ? VISIBLE_HEIGHT : 1
  const inFrame = (at: number, middle: number) => middle + (at - 0.5) / view.zoom.scale
  const x = inFrame((from.x + to.x) / 2, view.zoom.x)
  const y = inFrame((from.y + to.y) / 2, view.zoom.y) * kept
  const size = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y) * kept) / view.zoom.scale
  const closer = size < LEAST_PART ? 1 : Math.min(ZOOM_MOST, 1 / size)
  return {
    x: clamp(x * 2 - 1),
    y: clamp(1 - y * 2),
    zoomFactor: to.x < from.x ? 1 / closer : closer,
  }
}

const clamp = (value: number): number => Math.min(1, Math.max(-1, value))
