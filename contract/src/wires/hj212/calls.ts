import { z } from 'zod'
import { ACCESS } from '../../access.ts'
import { emptyQuery, get, post } from '../../call.ts'
import { Counts, connectedDeviceFields, gatewayFields } from '../../control/gateway-state.ts'
import { SerialNumber } from '../../control/serial-numbers.ts'
import { oneLine } from '../../texts.ts'

const access = ACCESS.control
const origin = 'assumed' as const
const NOT_CONNECTED = 'no station with this serial number is connected'
/** A name of a parameter, or of a factor's value (`i13004-Info`). */
const ParameterName = z
  .string()
  .max(40)
  .regex(/^[A-Za-z][A-Za-z0-9.-]*$/, 'use letters, digits, dots and hyphens in parameter names')
const ParameterValue = z.union([z.number(), oneLine(0, 200)])

export const controlStations = get('/control/hj212/stations', {
  name: 'control.hj212Stations',
  summary: 'The HJ 212 gateway: its counters and the connected stations.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({
    ...gatewayFields,
    refusals: Counts,
    list: z.array(
      z.object({
        ...connectedDeviceFields,
        st: z.string(),
        /** 0: 2005, 1: 2017, 2: 2025. */
        version: z.number().int(),
        packets: z.number().int(),
      }),
    ),
  }),
})

export const controlStationPackets = get('/control/hj212/packets', {
  name: 'control.hj212Packets',
  summary: 'Newest raw packets of a connected HJ 212 station, newest first.',
  codes: { 404: NOT_CONNECTED },
  origin,
  access,
  query: z.object({ sn: SerialNumber }),
  data: z.object({
    list: z.array(
      z.object({
        atMs: z.number(),
        direction: z.enum(['in', 'out']),
        text: z.string(),
        problem: z.string().optional(),
      }),
    ),
  }),
})

export const controlStationStates = get('/control/hj212/states', {
  name: 'control.hj212States',
  summary: 'The last device states reported by an HJ 212 station: run states, operating hours, start time.',
  codes: { 404: 'no station with this serial number has reported any' },
  origin,
  access,
  query: z.object({ sn: SerialNumber }),
  data: z.object({
    /** SBn-RS 0 off, 1 running, 2 calibrating, 3 maintained, 4 alarm, 5 purging; SBn-RT hours; RestartTime epoch ms. */
    list: z.array(z.object({ code: z.string(), name: z.string(), value: z.number(), atMs: z.number() })),
  }),
})

export const controlAskStation = post('/control/hj212/requests', {
  name: 'control.hj212Request',
  summary: 'Sends a request (CN and parameters) to a connected HJ 212 station and waits for its end.',
  codes: {
    404: NOT_CONNECTED,
    503: 'the gateway is off, or the station refuses or does not answer',
  },
  origin,
  access,
  body: z.strictObject({
    sn: SerialNumber,
    cn: z.string().regex(/^\d{4}$/, 'CN must have four digits'),
    /** In the order in which they go out. */
    parameters: z
      .array(z.strictObject({ name: ParameterName, value: ParameterValue }))
      .max(40)
      .default([]),
  }),
  data: z.object({
    qn: z.string(),
    qnRtn: z.number().int().optional(),
    exeRtn: z.number().int().optional(),
    /** Packets with data that came for it. */
    packets: z.array(
      z.object({
        cn: z.string(),
        parameters: z.record(z.string(), z.string()),
        factors: z.record(z.string(), z.record(z.string(), z.string())),
      }),
    ),
  }),
})

export const HJ212_CALLS = [controlStations, controlStationPackets, controlStationStates, controlAskStation]
