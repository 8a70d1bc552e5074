import type { Page } from '@playwright/test'

/** Drawn marker in the console's map diagnostics (see console/src/features/map/map-diagnostics.ts). */
export type DrawnMarker = { lng: number; lat: number; x: number; y: number; state: string }

declare global {
  interface Window {
    __backlotMap?: {
      /** The ground in view is drawn, its names perhaps not yet. */
      pictured(): boolean
      /** Everything in view is fetched and drawn. */
      atRest(): boolean
      project(lng: number, lat: number): { x: number; y: number }
      markerOf(sn: string): DrawnMarker | undefined
      /** Shown devices whose newest position lies there, wherever the map looks. */
      within(west: number, south: number, east: number, north: number): Promise<readonly string[]>
    }
  }
}

/** Turns the console's map diagnostics on for every page that is opened from now on. */
export async function diagnoseMap(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('diagnostics', '1')
  })
}

/** Waits until everything in view of the map is fetched and drawn. */
export async function mapAtRest(page: Page): Promise<void> {
  await page.waitForFunction(() => window.__backlotMap?.atRest() === true)
}

/** The marker of a device as it is drawn at this moment; undefined while it is gathered or out of view. */
export async function drawnMarker(page: Page, sn: string): Promise<DrawnMarker | undefined> {
  return page.evaluate((wanted) => window.__backlotMap?.markerOf(wanted), sn)
}

/** Metres between two places of a city, on a plane that touches it there. */
export function metresBetween(
  a: { lng: number; lat: number },
  b: { longitude: number; latitude: number },
): number {
  const metresPerDegree = 111_320
  const east = (a.lng - b.longitude) * Math.cos((b.latitude * Math.PI) / 180) * metresPerDegree
  const north = (a.lat - b.latitude) * metresPerDegree
  return Math.hypot(east, north)
}
