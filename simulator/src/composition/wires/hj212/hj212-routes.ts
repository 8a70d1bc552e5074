import type { DataIn } from '@backlot/contract/call'
import {
  controlAskStation,
  controlStationPackets,
  controlStationStates,
  controlStations,
} from '@backlot/contract/wires/hj212/calls'
import { type Route, route } from '../../../calls/route.ts'
import type { Hj212Gateway } from '../../../gateways/hj212/create-hj212-gateway.ts'
import { StationRequestError } from '../../../gateways/hj212/station-requests.ts'
import { PlatformError } from '../../../kernel/platform-error.ts'
import { stateEntry } from '../../../wire/hj212/device-states.ts'
import { type ParameterItem, UnwritablePacket } from '../../../wire/hj212/write-packet.ts'
import type { WireRoutesDeps } from '../platform-wire.ts'

type Gateway = (Hj212Gateway & { address: string }) | undefined

/** The HJ 212 gateway: who is connected, raw packets, and requests to stations. */
export function hj212Routes(hj212: Gateway, { latestReadings }: WireRoutesDeps): Route[] {
  return [
    route(controlStations, () => stations(hj212)),
    route(controlStationPackets, ({ query: { sn } }) => {
      if (!hj212?.isHere(sn)) throw new PlatformError('notFound', `The station ${sn} is not connected.`, 'sn')
      return { list: hj212.packetsOf(sn) }
    }),
    route(controlStationStates, ({ query: { sn } }) => {
      const latest = latestReadings(sn)
      if (!latest) throw new PlatformError('notFound', `${sn} has not reported any.`, 'sn')
      return {
        list: latest.flatMap(({ code, value, atMs }) => {
          const entry = stateEntry(code)
          return entry ? [{ code, name: entry.en, value, atMs }] : []
        }),
      }
    }),
    route(controlAskStation, async ({ body }) => {
      if (!hj212) throw new PlatformError('unavailable', 'The HJ 212 gateway is off.')
      const items = body.parameters.map(({ name, value }): ParameterItem => [[name, value]])
      try {
        return answerOf(await hj212.request(body.sn, body.cn, items))
      } catch (error) {
        if (error instanceof UnwritablePacket) throw new PlatformError('invalid', error.message, 'parameters')
        if (!(error instanceof StationRequestError)) throw error
        const said = error.code === undefined ? error.message : `${error.message} Code ${error.code}.`
        throw new PlatformError(error.reason === 'offline' ? 'notFound' : 'unavailable', said, 'sn')
      }
    }),
  ]
}

function stations(hj212: Gateway): DataIn<typeof controlStations> {
  if (!hj212) {
    return { address: null, connections: 0, counters: {}, problems: {}, refusals: {}, cuts: {}, list: [] }
  }
  const { problems, refusals, cuts, ...counters } = hj212.counters
  return {
    address: hj212.address,
    connections: hj212.connections(),
    counters,
    problems: Object.fromEntries(problems),
    refusals: Object.fromEntries(refusals),
    cuts: Object.fromEntries(cuts),
    list: hj212.stations(),
  }
}

function answerOf({ qn, qnRtn, exeRtn, data }: Awaited<ReturnType<Hj212Gateway['request']>>) {
  return {
    qn,
    qnRtn,
    exeRtn,
    packets: data.map(({ cn, params, factors }) => ({
      cn,
      parameters: Object.fromEntries(params),
      factors: Object.fromEntries([...factors].map(([code, values]) => [code, { ...values }])),
    })),
  }
}
