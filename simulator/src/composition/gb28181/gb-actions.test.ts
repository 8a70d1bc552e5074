import { describe, expect, it } from 'vitest'
import { type CameraMemory, dragZoomAction, ptzActionOf, turnAction } from './gb-actions.ts'

const EMPTY: CameraMemory = { presets: [], cruises: [], scans: [] }
const STEP = { preset: 3, dwellMs: 5000, speed: 50 }
const TOUR: CameraMemory = {
  presets: [{ presetIndex: 3 }, { presetIndex: 4 }],
  cruises: [{ cruiseIndex: 2, name: 'Gate', steps: [STEP] }],
  scans: [2],
}
const still = { pan: 0, tilt: 0, zoom: 0, panSpeed: 0, tiltSpeed: 0, zoomSpeed: 0 } as const
const tour = (command: number, second: number, first = 2, high = 0) =>
  ptzActionOf({ kind: 'other', command, first, second, high }, undefined, TOUR)

describe('commands of a platform', () => {
  it('move by shares of the fastest, and stop', () => {
    const right = { ...still, kind: 'move', pan: 1, panSpeed: 255, zoom: -1, zoomSpeed: 15 } as const
    expect(ptzActionOf(right, undefined, EMPTY)).toEqual({
      kind: 'ptzMove',
      motion: { pan: 1, tilt: 0, zoom: -1 },
      speed: 100,
    })
    expect(ptzActionOf({ ...still, kind: 'move' }, undefined, EMPTY)).toEqual({
      kind: 'ptzStop',
      axes: ['pan', 'tilt', 'zoom'],
    })
    const slow = ptzActionOf({ ...still, kind: 'move', tilt: -1 }, undefined, EMPTY)
    expect(slow).toMatchObject({ kind: 'ptzMove', motion: { tilt: -1 / 255 } })
  })
  it('set presets with a name, and call only those that there are', () => {
    const preset = (action: 'set' | 'call' | 'delete', number: number, name?: string) =>
      ptzActionOf({ kind: 'preset', action, preset: number }, name, TOUR)
    expect(preset('set', 9, '大门')).toEqual({ kind: 'presetSet', preset: 9, name: '大门' })
    expect(preset('set', 0)).toBeUndefined()
    expect(preset('call', 3)).toEqual({ kind: 'presetCall', preset: 3 })
    expect(preset('call', 5)).toBeUndefined()
    expect(preset('delete', 4)).toEqual({ kind: 'presetDelete', preset: 4 })
  })
  it('make tours of presets, within their limits', () => {
    expect(tour(0x84, 4)).toMatchObject({
      kind: 'cruiseSet',
      name: 'Gate',
      steps: [STEP, { ...STEP, preset: 4 }],
    })
    expect(tour(0x84, 5)).toBeUndefined()
    expect(tour(0x84, 4, 9)).toBeUndefined()
    expect(tour(0x85, 3)).toEqual({ kind: 'cruiseDelete', cruise: 2 })
    expect(tour(0x86, 200)).toMatchObject({ steps: [{ speed: 100 }] })
    expect(tour(0x87, 0x10, 2, 15)).toMatchObject({ steps: [{ dwellMs: 3_600_000 }] })
    expect(tour(0x88, 0)).toEqual({ kind: 'cruiseStart', cruise: 2 })
    expect(tour(0x88, 0, 1)).toBeUndefined()
    expect(tour(0x8c, 0)).toBeUndefined()
  })
  it('scan between two limits, once both are set', () => {
    expect(tour(0x89, 1, 255)).toEqual({ kind: 'scanLimit', scan: 255, side: 'left' })
    expect(tour(0x89, 2)).toEqual({ kind: 'scanLimit', scan: 2, side: 'right' })
    expect(tour(0x8a, 40)).toEqual({ kind: 'scanSpeed', scan: 2, speed: 40 })
    expect(tour(0x8a, 0)).toMatchObject({ speed: 1 })
    expect(tour(0x8a, 0, 2, 15)).toMatchObject({ speed: 100 })
    expect(tour(0x89, 0)).toEqual({ kind: 'scanStart', scan: 2 })
    expect(tour(0x89, 0, 3)).toBeUndefined()
    expect(tour(0x89, 3)).toBeUndefined()
  })
  it('zoom into a rectangle, and out of it', () => {
    const area = { x: 0.5, y: 0.25, width: 0.5, height: 0.5 }
    expect(dragZoomAction({ kind: 'dragZoom', direction: 'in', area })).toEqual({
      kind: 'ptzPoint',
      x: 0.5,
      y: 0,
      zoomFactor: 2,
    })
    expect(dragZoomAction({ kind: 'dragZoom', direction: 'out', area })).toMatchObject({ zoomFactor: 0.5 })
    const outside = { ...area, x: 0.9 }
    expect(dragZoomAction({ kind: 'dragZoom', direction: 'in', area: outside })).toBeUndefined()
  })
  it('turn to angles from the mounted direction', () => {
    expect(turnAction({ kind: 'turnTo', pan: 20, tilt: -5 }, 350)).toEqual({
      kind: 'ptzTurn',
      pose: { panDeg: 370, tiltDeg: -5 },
    })
    expect(turnAction({ kind: 'turnTo' }, 0)).toBeUndefined()
  })
})
