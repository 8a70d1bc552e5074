import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { ORDERED_MS_MAX } from './constants.ts'
import { SerialNumber as sn } from './serial-numbers.ts'

/** Actions on single devices and on the weather over the control API. */
const access = ACCESS.control
const origin = 'assumed' as const

export const controlPressSos = post('/control/devices/sos', {
  name: 'control.pressSos',
  summary: 'Presses the SOS button of a body-worn camera or a vehicle.',
  origin,
  access,
  body: z.strictObject({ sn, forMs: z.number().int().min(1000).max(3_600_000).default(120_000) }),
  data: nothing,
})

export const controlCameraPicture = get('/control/devices/picture', {
  name: 'control.cameraPicture',
  summary: 'Picture of a camera (JPEG), by default of the present: what its stream shows then.',
  origin,
  access,
  query: z.strictObject({
    sn,
    chnId: z.coerce.number().int().min(1).max(65_535).default(1),
    /** Platform time, epoch milliseconds. */
    atMs: z.coerce.number().int().min(0).optional(),
    width: z.coerce.number().int().min(320).max(1920).default(1280),
  }),
  data: z.unknown(),
  raw: { reply: 'image/jpeg' },
})

export const controlSetDeviceValue = post('/control/devices/set', {
  name: 'control.setDeviceValue',
  summary: 'Sets a value on a device: report intervals, limits, alarm outputs.',
  origin,
  access,
  body: z.strictObject({ sn, setting: z.string().min(1).max(40), value: z.number() }),
  data: nothing,
})

export const controlPublishKey = post('/control/devices/key', {
  name: 'control.publishKey',
  summary: 'Address and key with which a real camera can publish in place of a device (RTMP).',
  origin,
  access,
  body: z.strictObject({ sn, chnId: z.number().int().min(0).default(1) }),
  data: z.object({ url: z.string(), key: z.string() }),
})

export const controlRemoveDevice = post('/control/devices/remove', {
  name: 'control.removeDevice',
  summary: 'Removes a discovered device and all its stored data. If it connects again, it is a new device.',
  origin,
  access,
  body: z.strictObject({ sn }),
  data: nothing,
})

export const controlWeather = post('/control/weather', {
  name: 'control.weather',
  summary: 'Sets parts of the weather for a while; the rest stays natural.',
  origin,
  access,
  body: z.strictObject({
    cloud: z.number().min(0).max(1).optional(),
    rainMmPerHour: z.number().min(0).max(200).optional(),
    windSpeedMs: z.number().min(0).max(60).optional(),
    windFromDeg: z.number().min(0).lt(360).optional(),
    dust: z.number().min(0).max(1).optional(),
    temperatureC: z.number().min(-60).max(60).optional(),
    forMs: z.number().int().min(1000).max(ORDERED_MS_MAX).default(3_600_000),
  }),
  data: nothing,
})

export const controlCalm = post('/control/weather/calm', {
  name: 'control.calm',
  summary: 'Ends set weather, leaks and incidents.',
  origin,
  access,
  body: z.strictObject({ what: z.enum(['weather', 'leak', 'incident']).optional() }),
  data: nothing,
})

export const controlLeak = post('/control/leaks', {
  name: 'control.leak',
  summary: 'Starts a gas leak at a place for a given time.',
  origin,
  access,
  body: z.strictObject({
    longitude: z.number().min(-180).max(180),
    latitude: z.number().min(-90).max(90),
    gas: z.enum(['combustible', 'co', 'h2s', 'nh3', 'o2']),
    severity: z.number().gt(0).max(1).default(0.6),
    forMs: z.number().int().min(1000).max(ORDERED_MS_MAX).default(600_000),
  }),
  data: nothing,
})

export const DEVICE_CONTROL_CALLS = [
  controlPressSos,
  controlCameraPicture,
  controlSetDeviceValue,
  controlPublishKey,
  controlRemoveDevice,
  controlWeather,
  controlCalm,
  controlLeak,
]
