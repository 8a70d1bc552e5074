/** The camera's clock (ONVIF Core, 8.3.4 and 8.3.5). */
import { fromCivil, toCivil } from '@backlot/contract/time'
import { badValue, missing } from '../../wire/onvif/soap-fault.ts'
import { element, pieces, type Xml } from '../../wire/onvif/write-xml.ts'
import { childOf, nodeAt, textAt, type XmlNode } from '../../wire/onvif/xml-node.ts'
import { readNumber } from '../../wire/onvif/xsd-values.ts'
import type { Answer, ServiceCall } from '../service-call.ts'

export function getSystemDateAndTime({ context, camera, nowMs }: ServiceCall): Answer {
  const { zoneMinutes } = context.ports.clock
  context.clocks.told(nowMs)
  return element('tds:SystemDateAndTime', [
    element('tt:DateTimeType', context.clocks.isSet(camera.sn) ? 'Manual' : 'NTP'),
    element('tt:DaylightSavings', false),
    element('tt:TimeZone', [element('tt:TZ', posixZone(zoneMinutes))]),
    element('tt:UTCDateTime', civil(nowMs, 0)),
    element('tt:LocalDateTime', civil(nowMs, zoneMinutes)),
  ])
}

/** NTP: the platform's time again. Zones are the platform's, whatever a client sets. */
export function setSystemDateAndTime({ context, camera, input }: ServiceCall): Answer {
  const type = textAt(input, 'DateTimeType')
  if (type === undefined) return missing('DateTimeType')
  if (type !== 'Manual' && type !== 'NTP') return badValue('ter:InvalidDateTime', 'unknown DateTimeType')
  const given = childOf(input, 'UTCDateTime')
  const toMs = given && readCivil(given)
  if (given && toMs === undefined) return badValue('ter:InvalidDateTime', 'no such date and time')
  if (type === 'NTP') context.clocks.set(camera.sn, undefined)
  else if (toMs !== undefined) context.clocks.set(camera.sn, toMs)
  return pieces()
}

function civil(epochMs: number, zoneMinutes: number): Xml[] {
  const { year, month, day, hour, minute, second } = toCivil(epochMs, zoneMinutes)
  return [
    element('tt:Time', [
      element('tt:Hour', hour),
      element('tt:Minute', minute),
      element('tt:Second', second),
    ]),
    element('tt:Date', [element('tt:Year', year), element('tt:Month', month), element('tt:Day', day)]),
  ]
}

function readCivil(node: XmlNode): number | undefined {
  const field = (part: string, name: string, least: number, most: number) => {
    const value = readNumber(nodeAt(node, part, name)?.text)
    return value !== undefined && Number.isInteger(value) && value >= least && value <= most
      ? value
      : undefined
  }
  const fields = [
    field('Date', 'Year', 1970, 9999),
    field('Date', 'Month', 1, 12),
    field('Date', 'Day', 1, 31),
    field('Time', 'Hour', 0, 23),
    field('Time', 'Minute', 0, 59),
    field('Time', 'Second', 0, 59),
  ]
  if (fields.includes(undefined)) return undefined
  const [year, month, day, hour, minute, second] = fields as [number, number, number, number, number, number]
  const ms = fromCivil(year, month, day, hour, minute, second, 0, 0)
  // The 31st of a short month is none.
  return toCivil(ms, 0).day === day ? ms : undefined
}

/** POSIX 1003.1: west of Greenwich is positive. */
function posixZone(zoneMinutes: number): string {
  const minutes = Math.abs(zoneMinutes)
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `UTC${zoneMinutes > 0 ? '-' : ''}${Math.floor(minutes / 60)}${rest}`
}
