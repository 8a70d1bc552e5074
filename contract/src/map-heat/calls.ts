import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get } from '../call.ts'

export const alarmHeat = get('/map/alarm/heat', {
  name: 'mapHeat.alarms',
  summary: 'Number of alarms that started in a span, in cells of about 100 m, by column.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.seeAlarms,
  query: z.object({
    startTime: z.coerce.number().int().describe('seconds'),
    endTime: z.coerce.number().int().describe('seconds'),
    type: z.string().max(64).optional(),
  }),
  data: z.object({
    longitude: z.array(z.number()),
    latitude: z.array(z.number()),
    count: z.array(z.number().int()),
    total: z.number().int(),
  }),
})

export const MAP_HEAT_CALLS = [alarmHeat]
