import type { MovingPlace } from '../types.ts'

/** A place to be written into: nowhere, not moving. */
export const noPlace = (): MovingPlace => ({
  x: 0,
  y: 0,
  longitude: 0,
  latitude: 0,
  speedKmh: 0,
  directionDeg: 0,
  accOn: false,
  edge: 0,
  receiverErrorM: undefined,
})
