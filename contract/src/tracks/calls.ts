import { z } from 'zod'
import { post } from '../call.ts'
import { TrackPart } from './entities.ts'
import { TRACK_LIMITS } from './limits.ts'

/** No path of a track query is shown: these are beside `/gps/realtime/data`. Times are seconds since the epoch. */
const access = { kind: 'routes', routes: ['/mapReplay', '/dispatch/mapReplay'] } as const

const seconds = z.number().min(0).max(9_999_999_999)
const span = {
  sn: z.string().min(1).max(64),
  startTime: seconds,
  endTime: seconds,
  /** Seconds between two positions; the device may have sent fewer. */
  interval: z.number().int().min(TRACK_LIMITS.intervalMin).max(TRACK_LIMITS.intervalMax).default(1),
}

export const trackHistory = post('/gps/history/data', {
  name: 'tracks.history',
  summary:
    'Positions of a device in a period, by column, with its gaps. At most 24 hours within the last 180 days.',
  origin: 'assumed',
  whenMissing: 'disable',
  writes: false,
  access,
  body: z.object(span),
  data: TrackPart,
})

export const trackExport = post('/gps/history/export', {
  name: 'tracks.export',
  summary: 'Positions of at most seven days, in parts of 24 hours.',
  origin: 'assumed',
  whenMissing: 'hide',
  writes: false,
  access,
  body: z.object({
    ...span,
    /** From 0. */
    part: z.number().int().min(0).max(6).default(0),
  }),
  data: TrackPart.extend({ parts: z.number().int() }),
})

export const TRACK_CALLS = [trackHistory, trackExport]
