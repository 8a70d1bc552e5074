/** Where a vehicle is at a phase of its loop. */

import type { LoopTable } from './build-loops.ts'
import { type LegMotion, motionInto } from './leg-motion.ts'

export type LoopPlace = {
  leg: number
  edge: number
  /** Metres along the edge. */
  alongM: number
  /** Metres from the loop's start. */
  drivenM: number
  speedMs: number
}

/** The place at `seconds` after the start of a loop (clamped to the loop), into `out`: O(log legs). */
export function placeInLoopInto(table: LoopTable, loop: number, seconds: number, out: LoopPlace): void {
  let low = table.firstLeg[loop]!
  let high = table.firstLeg[loop + 1]! - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (table.legStartS[middle]! <= seconds) low = middle
    else high = middle - 1
  }
  placeInLegInto(table, low, Math.max(0, seconds - table.legStartS[low]!), out)
}

/** The place at `seconds` after the start of a leg; at rest at its end when it stops there. */
export function placeInLeg(table: LoopTable, leg: number, seconds: number): LoopPlace {
  const place = { leg, edge: 0, alongM: 0, drivenM: 0, speedMs: 0 }
  placeInLegInto(table, leg, seconds, place)
  return place
}

const motion: LegMotion = { lengthM: 0, entryMs: 0, peakMs: 0, exitMs: 0 }
const moved = { distanceM: 0, speedMs: 0 }

function placeInLegInto(table: LoopTable, leg: number, seconds: number, out: LoopPlace): void {
  const lengthM = table.legLengthM[leg]!
  motion.lengthM = lengthM
  motion.entryMs = table.legEntryMs[leg]!
  motion.peakMs = table.legPeakMs[leg]!
  motion.exitMs = table.legExitMs[leg]!
  motionInto(motion, seconds, moved)
  const doneM = Math.min(lengthM, Math.max(0, moved.distanceM))
  out.leg = leg
  out.edge = table.legEdge[leg]!
  out.alongM = table.legFromM[leg]! + doneM
  out.drivenM = table.legStartM[leg]! + doneM
  out.speedMs = moved.speedMs
}
