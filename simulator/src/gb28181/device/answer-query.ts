/** Queries of the platform (9.5 of 2016 and 2022): each has its answer as MESSAGEs of the device. */
import type { CatalogItem } from '../../wire/gb28181/catalog-shapes.ts'
import { pagesOf } from '../../wire/gb28181/list-pages.ts'
import type { ManscdpMessage, ManscdpOf } from '../../wire/gb28181/manscdp-message.ts'
import { childOf, xmlElement } from '../../wire/gb28181/xml-element.ts'
import type { GbContext } from './gb-context.ts'
import type { GbChannel } from './ports.ts'

/** Items of a page: a datagram with them stays below the 64 KiB of UDP, and most below what networks split. */
const CATALOG_PAGE = 4
const RECORD_PAGE = 8
/** Recordings that one query is told of. */
const RECORDS_MOST = 10_000

export function catalogItem(context: GbContext, channel: GbChannel): CatalogItem {
  const { id } = context.options
  const { manufacturer, model } = context.ports.facts()
  const { location, more } = channel
  const { info, ...others } = more ?? {}
  return {
    deviceId: channel.id,
    name: channel.name,
    manufacturer,
    model,
    owner: 'Owner',
    civilCode: id.slice(0, 6),
    address: channel.name,
    parental: 0,
    // A camera that is its own channel has nobody above it here.
    ...(channel.id !== id && { parentId: id }),
    safetyWay: 0,
    registerWay: 1,
    secrecy: 0,
    status: channel.isOnline ? 'ON' : 'OFF',
    ...(location && { longitude: location.lng, latitude: location.lat }),
    ...others,
    ...(channel.kind === 'camera' && { info: { ptzType: channel.ptzType, ...info } }),
  }
}

/** False for a query that the device does not know, or that asks for what it does not have. */
export function answerQuery(context: GbContext, query: ManscdpMessage): boolean {
  const { ports, options, settings, send } = context
  const { id } = options
  const channels = ports.channels.all()
  const named = 'deviceId' in query ? query.deviceId : undefined
  if (named !== undefined && named !== id && !channels.some((channel) => channel.id === named)) return false
  switch (query.kind) {
    case 'catalogQuery': {
      const items = channels.map((channel) => catalogItem(context, channel))
      for (const page of pagesOf(items, CATALOG_PAGE))
        send({ kind: 'catalogResponse', sn: query.sn, deviceId: query.deviceId, ...page })
      return true
    }
    case 'deviceInfoQuery': {
      const { name, manufacturer, model, firmware } = ports.facts()
      const channel = channels.find((one) => one.id === query.deviceId)
      send({
        kind: 'deviceInfo',
        sn: query.sn,
        deviceId: query.deviceId,
        deviceName: query.deviceId === id ? (settings.name ?? name) : channel!.name,
        result: 'OK',
        manufacturer,
        model,
        firmware,
        channels: channels.filter(({ kind }) => kind === 'camera').length,
      })
      return true
    }
    case 'deviceStatusQuery':
      send(statusOf(context, query))
      return true
    case 'recordQuery': {
      const fromMs = query.startTime ?? 0
      const found = ports.recordings
        .find(query.deviceId, fromMs, query.endTime ?? context.now())
        .filter(({ type }) => !query.type || query.type === 'all' || type === query.type)
        .slice(0, RECORDS_MOST)
        .map((item) => ({ ...item, deviceId: query.deviceId }))
      const name = channels.find((one) => one.id === query.deviceId)?.name ?? ports.facts().name
      for (const page of pagesOf(found, RECORD_PAGE))
        send({ kind: 'recordResponse', sn: query.sn, deviceId: query.deviceId, name, ...page })
      return true
    }
    case 'configQuery':
      send(configOf(context, query))
      return true
    case 'presetQuery': {
      const presets = ports.control
        .presetsOf(query.deviceId)
        .map(({ index, name }) => ({ presetId: String(index), presetName: name }))
      send({
        kind: 'presetResponse',
        sn: query.sn,
        deviceId: query.deviceId,
        result: 'OK',
        sumNum: presets.length,
        presets,
      })
      return true
    }
    case 'positionQuery':
      return sendPosition(context, query.deviceId, query.sn)
    case 'alarmQuery':
      send({ kind: 'alarmResponse', sn: query.sn, deviceId: query.deviceId, result: 'OK' })
      return true
    case 'other':
      return query.root === 'Query' && answerOther(context, query)
    default:
      return false
  }
}

function statusOf(context: GbContext, { sn, deviceId }: ManscdpOf<'deviceStatusQuery'>): ManscdpMessage {
  const { ports, options } = context
  const { isRecording, isFaulty } = ports.facts()
  const channels = ports.channels.all()
  const asked = deviceId === options.id ? channels : channels.filter((one) => one.id === deviceId)
  const isOnline = deviceId === options.id || asked[0]!.isOnline
  return {
    kind: 'deviceStatus',
    sn,
    deviceId,
    result: 'OK',
    online: isOnline ? 'ONLINE' : 'OFFLINE',
    status: isFaulty || !isOnline ? 'ERROR' : 'OK',
    encode: isOnline ? 'ON' : 'OFF',
    record: isRecording ? 'ON' : 'OFF',
    deviceTime: Math.floor(context.now() / 1000) * 1000,
    alarmStatus: asked
      .flatMap((one) => (one.kind === 'camera' ? [{ deviceId: one.id, dutyStatus: one.duty }] : []))
      .slice(0, ALARM_STATES_MOST),
  }
}

/** States that one answer names; a page of hundreds would be split by the network. */
const ALARM_STATES_MOST = 64

function configOf(
  context: GbContext,
  { sn, deviceId, configTypes }: ManscdpOf<'configQuery'>,
): ManscdpMessage {
  const { settings, ports } = context
  const wants = (name: string) => configTypes.some((type) => type.toLowerCase() === name.toLowerCase())
  const known = wants('BasicParam') || wants('VideoParamOpt')
  return {
    kind: 'configResponse',
    sn,
    deviceId,
    result: known ? 'OK' : 'ERROR',
    ...(wants('BasicParam') && {
      basicParam: {
        name: settings.name ?? ports.facts().name,
        expirationS: settings.expiresS,
        heartBeatIntervalS: settings.keepaliveS,
        heartBeatCount: settings.keepalivesMissedMost,
        positionCapability: ports.positionOf(deviceId) ? 1 : 0,
      },
    }),
    ...(wants('VideoParamOpt') && {
      videoParamOpt: { downloadSpeed: [...ports.facts().downloadSpeeds], resolution: ['5', '6'] },
    }),
  }
}

/** A position as a notification; false when the id has none. */
export function sendPosition(context: GbContext, id: string, sn: number): boolean {
  const message = positionOf(context, id, sn)
  if (message) context.send(message)
  return message !== undefined
}

export function positionOf({ ports }: GbContext, id: string, sn: number): ManscdpMessage | undefined {
  const found = ports.positionOf(id)
  if (!found) return undefined
  const { atMs, lat, lng, speedKmh, directionDeg, altitudeM } = found
  const time = Math.floor(atMs / 1000) * 1000
  return {
    kind: 'positionNotify',
    sn,
    deviceId: id,
    time,
    longitude: lng,
    latitude: lat,
    speedKmh,
    directionDeg,
    altitudeM,
  }
}

/** Queries of 2022 that have a body of their own: home position (A.2.4.10), tours (A.2.4.11, A.2.4.12). */
function answerOther({ ports, send }: GbContext, query: ManscdpOf<'other'>): boolean {
  const { cmdType, sn, deviceId } = query
  if (sn === undefined || deviceId === undefined) return false
  const reply = (...fields: ReturnType<typeof xmlElement>[]): true => {
    const head = [
      xmlElement('CmdType', cmdType),
      xmlElement('SN', String(sn)),
      xmlElement('DeviceID', deviceId),
    ]
    const element = xmlElement('Response', [...head, ...fields])
    send({ kind: 'other', root: 'Response', cmdType, sn, deviceId, element })
    return true
  }
  const number = (name: string, value: number) => xmlElement(name, String(value))
  switch (cmdType.toLowerCase()) {
    case 'homepositionquery': {
      const home = ports.control.homeOf(deviceId)
      if (!home) return reply(xmlElement('Result', 'ERROR'))
      return reply(
        xmlElement('HomePosition', [
          number('Enabled', home.enabled ? 1 : 0),
          number('ResetTime', home.resetTimeS),
          number('PresetIndex', home.presetIndex),
        ]),
      )
    }
    case 'cruisetracklistquery': {
      const items = ports.control
        .toursOf(deviceId)
        .map((tour) =>
          xmlElement('CruiseTrack', [number('Number', tour.number), xmlElement('Name', tour.name)]),
        )
      return reply(
        xmlElement('Result', 'OK'),
        number('SumNum', items.length),
        xmlElement('CruiseTrackList', items, { Num: String(items.length) }),
      )
    }
    case 'cruisetrackquery': {
      const wanted = Number(childOf(query.element, 'number')?.text)
      const tour = ports.control.toursOf(deviceId).find((one) => one.number === wanted)
      if (!tour) return reply(xmlElement('Result', 'ERROR'))
      const points = tour.points.map(({ preset, stayS, speed }) =>
        xmlElement('CruisePoint', [
          number('PresetIndex', preset),
          number('StayTime', stayS),
          number('Speed', speed),
        ]),
      )
      return reply(
        xmlElement('Result', 'OK'),
        number('Number', tour.number),
        xmlElement('Name', tour.name),
        number('SumNum', points.length),
        xmlElement('CruisePointList', points, { Num: String(points.length) }),
      )
    }
    default:
      return false
  }
}
