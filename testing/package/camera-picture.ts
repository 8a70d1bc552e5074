import { setTimeout as delay } from 'node:timers/promises'
import type { PictureStrip } from '@backlot/contract/picture-strip'
import type { Locator } from '@playwright/test'
import { readPicture } from '../read-picture.ts'
import { type DeviceName, resolveDevice } from './devices.ts'
import type { Platform } from './platform.ts'

/** Expected picture of a window. Omitted fields are not checked. */
export type WantedPicture = {
  /** Serial number of the camera, or 'camera 3'. */
  sn?: DeviceName
  /** Platform time since the picture was taken. */
  maxAgeMs?: number
  /** Where it points, in degrees and magnification; each within `toleranceDeg` (1) or a tenth. */
  pose?: { panDeg?: number; tiltDeg?: number; zoom?: number; toleranceDeg?: number }
}

/** What the picture of a video shows, read from its pixels. */
export type CameraExpectation = {
  /** Waits until the pixels show that; answers their content. Rejects with what they show instead. */
  toShow(wanted: WantedPicture, options?: { timeoutMs?: number }): Promise<PictureStrip>
}

type Eyes = Pick<Platform, 'call'> & { clock: { now(): number } }

const LOOK_EVERY_MS = 100
/** A stream's first picture takes a moment on a machine without a graphics card. */
const TIMEOUT_MS = 30_000
const ZOOM_TOLERANCE = 0.1

/** Expectations of a video element (or a part of the page that holds one), read from its pixels. */
export function expectCamera(locator: Locator, platform: Eyes): CameraExpectation {
  return {
    async toShow(wanted, { timeoutMs = TIMEOUT_MS } = {}) {
      const untilMs = performance.now() + timeoutMs
      let wrong = 'no picture'
      for (;;) {
        const video = (await locator.evaluate((element) => element.tagName === 'VIDEO').catch(() => true))
          ? locator
          : locator.locator('video').first()
        const shown = await readPicture(video).catch((error: Error) => error)
        if (shown instanceof Error) wrong = shown.message
        else if (shown) {
          const found = await mistakesOf(shown, wanted, platform)
          if (found === undefined) return shown
          wrong = found
        }
        if (performance.now() >= untilMs) {
          throw new Error(
            `Expected ${JSON.stringify(wanted)} in the picture; after ${timeoutMs} ms: ${wrong}.`,
          )
        }
        await delay(LOOK_EVERY_MS)
      }
    },
  }
}

/** Deviations from the expected picture, in words; undefined when there are none. */
async function mistakesOf(
  shown: PictureStrip,
  { sn, maxAgeMs, pose }: WantedPicture,
  { call, clock }: Eyes,
): Promise<string | undefined> {
  if (sn !== undefined) {
    const device = await resolveDevice(call, sn)
    if (device.cameraNumber === undefined) return `${sn} has no camera`
    if (device.cameraNumber !== shown.camera) {
      return `the picture is of camera number ${shown.camera}, ${sn} is number ${device.cameraNumber}`
    }
  }
  const ageMs = clock.now() - shown.timeMs
  if (maxAgeMs !== undefined && ageMs > maxAgeMs) return `the picture is ${Math.round(ageMs)} ms old`
  if (!pose) return undefined
  const { panDeg, tiltDeg, zoom, toleranceDeg = 1 } = pose
  const off = [
    panDeg === undefined || Math.abs(turnDeg(shown.panDeg - panDeg)) <= toleranceDeg,
    tiltDeg === undefined || Math.abs(shown.tiltDeg - tiltDeg) <= toleranceDeg,
    zoom === undefined || Math.abs(shown.zoom - zoom) <= zoom * ZOOM_TOLERANCE,
  ].includes(false)
  return off ? `it points to pan ${shown.panDeg}, tilt ${shown.tiltDeg}, zoom ${shown.zoom}` : undefined
}

/** A difference of headings, -180 … 180. */
const turnDeg = (difference: number): number => ((((difference + 180) % 360) + 360) % 360) - 180
