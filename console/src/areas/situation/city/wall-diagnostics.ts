import type { CityModel } from './city-model.ts'
import { type CityPlane, type CityView, onStage } from './city-view.ts'

/**
 * `window.__backlotWall`, there while the large screen is shown and the diagnostics switch is on (localStorage
 * `diagnostics` = `1`): where alarms ripple and vehicles are drawn, page pixels, and how much is held.
 */
export type WallDiagnostics = {
  project(longitude: number, latitude: number): { x: number; y: number }
  ripples(): { key: string; level: number; x: number; y: number }[]
  vehicle(sn: string): { x: number; y: number } | undefined
  held(): { vehicles: number; trailPieces: number; standing: number }
}

declare global {
  interface Window {
    __backlotWall?: WallDiagnostics
  }
}

/** Puts the diagnostics object on the page when it is switched on; the returned function removes it. */
export function exposeWall(wall: {
  model: CityModel
  plane: CityPlane
  view: CityView
  host: () => HTMLElement | null
}): () => void {
  if (localStorage.getItem('diagnostics') !== '1') return () => undefined
  const { model, plane, view } = wall
  const onPage = (place: { x: number; y: number }) => {
    const box = wall.host()?.getBoundingClientRect()
    const { x, y } = onStage(view, place)
    return { x: x + (box?.left ?? 0), y: y + (box?.top ?? 0) }
  }
  const diagnostics: WallDiagnostics = {
    project: (longitude, latitude) => onPage(plane.point(longitude, latitude)),
    ripples: () =>
      model.ripples.list.map((ripple) => ({ key: ripple.key, level: ripple.level, ...onPage(ripple) })),
    vehicle(sn) {
      const place = model.motion.placeOf(sn, performance.now())
      return place && onPage(place)
    },
    held: () => ({
      vehicles: model.motion.count,
      trailPieces: model.trails.count,
      standing: model.standing.length,
    }),
  }
  window.__backlotWall = diagnostics
  return () => {
    if (window.__backlotWall === diagnostics) delete window.__backlotWall
  }
}
