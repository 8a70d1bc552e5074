import type { ScopeIntervals } from '../../calls/scope.ts'

/** A position that a device sent. Epoch milliseconds of its own clock, WGS-84. */
export type TrackPosition = {
  atMs: number
  longitude: number
  latitude: number
  speedKmh: number
  directionDeg: number
  mileageKm?: number
}

export type OnlineStretch = { fromMs: number; toMs: number; online: boolean }

/** Where devices were. */
export type TrackPastPort = {
  /** One position every `everyMs` (multiples since the epoch) in [fromMs, toMs); undefined for an unknown device. */
  trackOf(sn: string, fromMs: number, toMs: number, everyMs: number): readonly TrackPosition[] | undefined
  /** Positions of a span that are not at hand, for `trackOf` in its place; undefined: all are. */
  recallTrack(
    sn: string,
    fromMs: number,
    toMs: number,
  ): Promise<((fromMs: number, toMs: number, everyMs: number) => readonly TrackPosition[]) | undefined>
  /** Stretches that tile [fromMs, toMs) up to the present. */
  onlineSpansOf(sn: string, fromMs: number, toMs: number): readonly OnlineStretch[] | undefined
}

export type TrackDevicesPort = { mayUse(sn: string, scope: ScopeIntervals): boolean }
