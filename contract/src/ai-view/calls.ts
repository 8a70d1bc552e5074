import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get } from '../call.ts'
import { AI_LIMITS, Detection } from './entities.ts'

export const alarmDetections = get('/ai/alarmDetections', {
  name: 'aiView.alarmDetections',
  summary: 'The AI detections in an alarm picture.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeAlarms,
  query: z.object({
    id: z.coerce.number().int().describe('id of the alarm'),
    index: z.coerce.number().int().min(0).max(15).default(0).describe('index of the resource'),
  }),
  data: z.object({ list: z.array(Detection) }),
})

export const liveDetections = get('/ai/detections', {
  name: 'aiView.liveDetections',
  summary: `The AI detections of a camera in a past period of at most ${AI_LIMITS.spanMs} ms; ${AI_LIMITS.looksPerSecond} pictures per second are analysed.`,
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.watchVideo,
  query: z.object({
    sn: z.string().min(1).max(64),
    chnId: z.coerce.number().int().min(0),
    fromMs: z.coerce.number().int().min(0).describe('platform time, epoch milliseconds'),
    toMs: z.coerce.number().int().min(0),
  }),
  data: z.object({
    /** In order of time. */
    list: z.array(z.object({ timeMs: z.number(), detections: z.array(Detection) })),
  }),
  codes: { 30002: 'the device does not analyse pictures' },
})

export const AI_VIEW_CALLS = [alarmDetections, liveDetections]
