import { drawPerson } from './draw-people.ts'
import type { PlatePen } from './draw-plate.ts'
import { drawVehicle } from './draw-vehicles.ts'
import type { Light } from './light.ts'
import type { Mover } from './movers.ts'
import type { View } from './view.ts'
import type { Canvas } from './yuv-canvas.ts'

/** Draws people and vehicles in the order given. */
export function drawMovers(
  canvas: Canvas,
  view: View,
  light: Light,
  movers: readonly Mover[],
  plates: PlatePen,
): void {
  for (const mover of movers) {
    if ('vehicle' in mover) drawVehicle(canvas, view, light, mover.vehicle, mover.z, plates)
    else drawPerson(canvas, view, light, mover.person)
  }
}
