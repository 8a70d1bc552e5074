/** Where a vehicle is at a phase of its loop. */

import type { LoopTable } from './build-loops.ts'
import { motionAt } from './leg-motion.ts'

export type LoopPlace = {
  leg: number
  edge: number
  /** Metres along the edge. */
  alongM: number
  /** Metres from the loop's start. */
  drivenM: number
  speedMs: number
}

/** The place at `seconds` after the start of a loop (clamped to the loop): O(log legs). */
export function placeInLoop(table: LoopTable, loop: number, seconds: number): LoopPlace {
  let low = table.firstLeg[loop]!
  let high = table.firstLeg[loop + 1]! - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (table.legStartS[middle]! <= seconds) low = middle
    else high = middle - 1
  }
  return placeInLeg(table, low, Math.max(0, seconds - table.legStartS[low]!))
}

/** The place at `seconds` after the start of a leg; at rest at its end when it stops there. */
export function placeInLeg(table: LoopTable, leg: number, seconds: number): LoopPlace {
  const lengthM = table.legLengthM[leg]!
  const motion = motionAt(
    {
      lengthM,
      entryMs: table.legEntryMs[leg]!,
      peakMs: table.legPeakMs[leg]!,
      exitMs: table.legExitMs[leg]!,
    },
    seconds,
  )
  const doneM = Math.min(lengthM, Math.max(0, motion.distanceM))
  return {
    leg,
    edge: table.legEdge[leg]!,
    alongM: table.legFromM[leg]! + doneM,
    drivenM: table.legStartM[leg]! + doneM,
    speedMs: motion.speedMs,
  }
}
