/** Inputs of pictures for tests: a crossing of the street city by day, and skies to put over it. */
import type { SkyState } from '../types.ts'
import type { SceneInput, YuvPicture } from './scene-input.ts'
import { yuvPictureOn } from './scene-input.ts'

export const NOON: SkyState = {
  sunElevationDeg: 30,
  sunAzimuthDeg: 180,
  cloud: 0.3,
  rainMmPerHour: 0,
  windSpeedMs: 3,
  windFromDeg: 300,
  temperatureC: 10,
  humidityPercent: 45,
  pressureKpa: 101.3,
  illuminationLux: 50_000,
  dust: 0,
  visibilityM: 20_000,
}
export const MIDNIGHT: SkyState = { ...NOON, sunElevationDeg: -45, illuminationLux: 1 }

/** 2026-11-20 12:00:00 in the platform's zone. */
export const TEST_TIME_MS = 1_795_147_200_000

export function sceneInput(change: Partial<SceneInput> = {}): SceneInput {
  return {
    camera: { number: 12, name: '和安大街 球机01', x: -13, y: -52, mountHeightM: 7.5 },
    pose: { panDeg: 18, tiltDeg: -9, zoom: 1 },
    timeMs: TEST_TIME_MS,
    frame: 77,
    sky: NOON,
    skyTimeMs: TEST_TIME_MS,
    vehicles: [],
    incidents: [],
    quality: 'quick',
    strip: true,
    zoneMinutes: 480,
    ...change,
  }
}

export function blankPicture(width = 320, height = 180): YuvPicture {
  return yuvPictureOn(new ArrayBuffer((width * height * 3) >> 1), width, height)
}
