import type { Page } from '@playwright/test'

/** Where a marker was drawn: WGS-84 by way of the page's pixels, and how far from the middle of the map, pixels. */
export type DrawnPlace = { lng: number; lat: number; x: number; y: number; fromMiddlePx: number }

const EVERY_MS = 100

declare global {
  interface Window {
    drawnTrail?: { places: DrawnPlace[]; timer: ReturnType<typeof setInterval> }
  }
}

/**
 * Records from now on where the marker of a device is drawn. Its pixel is converted to a position through the pixels of
 * three other positions near it: the result of the map's projection, not the number that the marker has.
 */
export async function beginDrawnTrail(page: Page, sn: string): Promise<void> {
  await page.evaluate(
    ({ wanted, everyMs }) => {
      const places: DrawnPlace[] = []
      const step = 0.01
      const canvas = document.querySelector('.map-view-canvas')!
      const look = () => {
        const map = window.__backlotMap
        const drawn = map?.markerOf(wanted)
        if (!map || !drawn) return
        const lng = Math.floor(drawn.lng / step) * step
        const lat = Math.floor(drawn.lat / step) * step
        const corner = map.project(lng, lat)
        const east = map.project(lng + step, lat)
        const north = map.project(lng, lat + step)
        const box = canvas.getBoundingClientRect()
        places.push({
          lng: lng + ((drawn.x - corner.x) / (east.x - corner.x)) * step,
          lat: lat + ((drawn.y - corner.y) / (north.y - corner.y)) * step,
          x: drawn.x,
          y: drawn.y,
          fromMiddlePx: Math.hypot(drawn.x - box.left - box.width / 2, drawn.y - box.top - box.height / 2),
        })
      }
      window.drawnTrail = { places, timer: setInterval(look, everyMs) }
    },
    { wanted: sn, everyMs: EVERY_MS },
  )
}

/** Recorded positions so far, in the order of time. */
export async function drawnTrail(page: Page): Promise<DrawnPlace[]> {
  return page.evaluate(() => window.drawnTrail?.places ?? [])
}
