import { toCivil } from '@backlot/contract/time'
import { csvField } from '../../components/csv-field.ts'
import type { Track } from './track.ts'

/** Content of a file: the parts of a device's track in their order. */
export type ExportedTrack = { sn: string; name: string; parts: readonly Track[] }

export const EXPORT_FORMATS = ['csv', 'gpx', 'geojson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const two = (value: number) => String(value).padStart(2, '0')

/** ISO 8601 in a fixed zone, `2026-11-20T10:00:00+08:00`. */
export function isoTime(epochMs: number, zoneMinutes: number): string {
  const c = toCivil(epochMs, zoneMinutes)
  const away = Math.abs(zoneMinutes)
  const zone =
    zoneMinutes === 0 ? 'Z' : `${zoneMinutes < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`
  const day = `${String(c.year).padStart(4, '0')}-${two(c.month)}-${two(c.day)}`
  return `${day}T${two(c.hour)}:${two(c.minute)}:${two(c.second)}${zone}`
}

/** Stretches of positions without a gap in them: the first position and the one after the last. */
export function stretchesOf({ timeMs, afterGap }: Track): [from: number, to: number][] {
  const stretches: [number, number][] = []
  let from = 0
  for (let i = 1; i <= timeMs.length; i++) {
    if (i < timeMs.length && afterGap[i] === 0) continue
    stretches.push([from, i])
    from = i
  }
  return timeMs.length === 0 ? [] : stretches
}

const place = (degrees: number) => degrees.toFixed(6)

/** Rows with a heading, UTF-8 with its mark so that spreadsheets read Chinese; lines end as RFC 4180 wants. */
export function csvOf(tracks: readonly ExportedTrack[], zoneMinutes: number): string {
  const rows = ['sn,name,time,longitude,latitude,speed_kmh,direction_deg']
  for (const { sn, name, parts } of tracks) {
    const who = `${csvField(sn)},${csvField(name)}`
    for (const track of parts) {
      const { timeMs, longitude, latitude, speedKmh, directionDeg } = track
      for (let i = 0; i < timeMs.length; i++) {
        const where = `${place(longitude[i]!)},${place(latitude[i]!)}`
        const motion = `${speedKmh[i]!.toFixed(1)},${Math.round(directionDeg[i]!)}`
        rows.push(`${who},${isoTime(timeMs[i]!, zoneMinutes)},${where},${motion}`)
      }
    }
  }
  return `\uFEFF${rows.join('\r\n')}\r\n`
}

/** Text of XML: special characters are escaped, forbidden ones are left out. */
function xmlText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those that XML 1.0 forbids
  const allowed = text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
  return allowed.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/**
 * GPX 1.1: a track for each device, a segment for each stretch without a gap. Speed (m/s) and course go into the
 * extension of trackpoints that receivers write; times are UTC, as GPX requires.
 */
export function gpxOf(tracks: readonly ExportedTrack[]): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Backlot" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">',
  ]
  for (const { sn, name, parts } of tracks) {
    lines.push(`<trk><name>${xmlText(name)}</name><desc>${xmlText(sn)}</desc>`)
    for (const track of parts) {
      for (const [from, to] of stretchesOf(track)) {
        lines.push('<trkseg>')
        for (let i = from; i < to; i++) lines.push(gpxPoint(track, i))
        lines.push('</trkseg>')
      }
    }
    lines.push('</trk>')
  }
  lines.push('</gpx>', '')
  return lines.join('\n')
}

function gpxPoint({ timeMs, longitude, latitude, speedKmh, directionDeg }: Track, i: number): string {
  const motion = `<gpxtpx:speed>${(speedKmh[i]! / 3.6).toFixed(2)}</gpxtpx:speed><gpxtpx:course>${Math.round(directionDeg[i]!)}</gpxtpx:course>`
  return `<trkpt lat="${place(latitude[i]!)}" lon="${place(longitude[i]!)}"><time>${isoTime(timeMs[i]!, 0)}</time><extensions><gpxtpx:TrackPointExtension>${motion}</gpxtpx:TrackPointExtension></extensions></trkpt>`
}

/**
 * GeoJSON (RFC 7946): a feature for each device whose lines are its stretches without a gap; times, speeds and
 * directions of all positions are in the properties, nested like the coordinates.
 */
export function geojsonOf(tracks: readonly ExportedTrack[], zoneMinutes: number): string {
  const features = tracks.map(({ sn, name, parts }) => {
    const lines = parts.flatMap((track) =>
      stretchesOf(track).map(([from, to]) => {
        const of = <T>(value: (i: number) => T) =>
          Array.from({ length: to - from }, (_, i) => value(from + i))
        return {
          coordinates: of((i) => [Number(place(track.longitude[i]!)), Number(place(track.latitude[i]!))]),
          times: of((i) => isoTime(track.timeMs[i]!, zoneMinutes)),
          speeds: of((i) => Number(track.speedKmh[i]!.toFixed(1))),
          directions: of((i) => Math.round(track.directionDeg[i]!)),
        }
      }),
    )
    return {
      type: 'Feature',
      properties: {
        sn,
        name,
        speedUnit: 'km/h',
        times: lines.map(({ times }) => times),
        speeds: lines.map(({ speeds }) => speeds),
        directions: lines.map(({ directions }) => directions),
      },
      geometry: {
        type: 'MultiLineString',
        // A line has two positions at least.
        coordinates: lines.map(({ coordinates }) =>
          coordinates.length === 1 ? [coordinates[0], coordinates[0]] : coordinates,
        ),
      },
    }
  })
  return JSON.stringify({ type: 'FeatureCollection', features })
}

/** A file of tracks as the browser saves it. */
export function trackFile(format: ExportFormat, tracks: readonly ExportedTrack[], zoneMinutes: number): Blob {
  if (format === 'csv') return new Blob([csvOf(tracks, zoneMinutes)], { type: 'text/csv;charset=utf-8' })
  if (format === 'gpx') return new Blob([gpxOf(tracks)], { type: 'application/gpx+xml' })
  return new Blob([geojsonOf(tracks, zoneMinutes)], { type: 'application/geo+json' })
}
