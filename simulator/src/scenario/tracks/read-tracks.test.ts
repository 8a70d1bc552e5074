import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TrackReading } from '@backlot/contract/control/fleet-tracks'
import { decodePolyline } from '@backlot/contract/polyline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeTrack } from './describe-track.ts'
import { fleetTrackOf, readTracks } from './read-tracks.ts'

/**
 * One round of a bus past midnight, UTC. `bus-round.gpx`, `.nmea` and `.csv` (unicsv) were written by gpsbabel 1.8.0,
 * `.geojson` by @tmcw/togeojson 7.1.3 from that GPX.
 */
const FIXTURES = fileURLToPath(new URL('../../../../fixtures/tracks', import.meta.url))
const FIRST_MS = Date.parse('2024-05-14T23:52:00Z')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-tracks-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(name: string, text: string, reading: TrackReading = {}) {
  const file = join(folder, name)
  writeFileSync(file, text)
  const { tracks, problems, notes } = readTracks([file], reading)
  const told = (list: typeof problems) => list.map(({ line, message }) => `${line}: ${message}`)
  return { tracks, problems: told(problems), notes: told(notes) }
}

test.each([
  ['gpx', 1e-9],
  ['geojson', 1e-9],
  // Written with six decimals, and with thousandths of a minute.
  ['csv', 6e-7],
  ['nmea', 1e-5],
])('%s files of other programs have the points that the GPX file has', (ending, toleranceDeg) => {
  const [wanted] = readTracks([join(FIXTURES, 'bus-round.gpx')]).tracks
  const { tracks, problems } = readTracks([join(FIXTURES, `bus-round.${ending}`)])
  expect(problems).toEqual([])
  expect(tracks).toHaveLength(1)
  const { points, undated } = tracks[0]!
  expect(undated).toBe(false)
  expect(points.map(({ timeMs }) => timeMs)).toEqual(
    Array.from({ length: 339 }, (_, i) => FIRST_MS + i * 2000),
  )
  points.forEach(({ longitude, latitude }, i) => {
    expect(Math.abs(longitude - wanted!.points[i]!.longitude)).toBeLessThanOrEqual(toleranceDeg)
    expect(Math.abs(latitude - wanted!.points[i]!.latitude)).toBeLessThanOrEqual(toleranceDeg)
  })
})

test('a folder is all tracks of its files, and a fleet gets their points', () => {
  const { tracks } = readTracks([FIXTURES])
  expect(tracks.map(({ name }) => name)).toEqual(['bus-round', 'Ring line', 'Ring line', 'bus-round'])
  for (const track of tracks) {
    const { startMs, steps, path } = fleetTrackOf(track)
    expect(startMs).toBe(FIRST_MS)
    expect(steps).toEqual(Array.from({ length: 338 }, () => 2))
    const { longitudes } = decodePolyline(path)!
    expect(longitudes).toEqual(track.points.map(({ longitude }) => Math.round(longitude * 1e6) / 1e6))
  }
})

test('what a track is told as', () => {
  const [track] = readTracks([join(FIXTURES, 'bus-round.gpx')]).tracks
  expect(describeTrack(track!)).toMatchObject({
    name: 'Ring line',
    points: 339,
    from: '2024-05-14T23:52:00.000Z',
    to: '2024-05-15T00:03:16.000Z',
    seconds: 676,
    gaps: [],
    warnings: ['taken as WGS-84; a file of a Chinese map service has GCJ-02 (datum: gcj02)'],
  })
})

const gpx = (inside: string) => `<?xml version="1.0"?>\n<gpx version="1.1">\n${inside}\n</gpx>`
const trk = (points: string) => gpx(`<trk><trkseg>\n${points}\n</trkseg></trk>`)
const sentence = (body: string) => {
  let sum = 0
  for (const letter of body) sum ^= letter.charCodeAt(0)
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, '0')}`
}
const gga = (time: string, minutes: string) =>
  sentence(`GPGGA,${time},39${minutes},N,11624.448,E,1,08,1.0,0,M,0,M,,`)

test.each<[string, string, string]>([
  [
    'a.gpx',
    gpx('<trk><trkseg>\n<trkpt lat="1" lon="2">\n</trk>'),
    '5: no XML that can be read: Unexpected close tag',
  ],
  [
    'bomb.gpx',
    '<!DOCTYPE g [<!ENTITY a "b">]>\n<gpx><trk><name>&a;</name></trk></gpx>',
    '2: no XML that can be read: Invalid character entity',
  ],
  ['b.gpx', '<kml></kml>', '1: <kml> is no GPX: gpsbabel -i kml … -o gpx,gpxver=1.1 may convert it'],
  [
    'c.gpx',
    trk('<trkpt lat="116.4" lon="39.9"/>'),
    '4: <trkpt>: latitude 116.4, longitude 39.9 is no place on Earth: are longitude and latitude swapped?',
  ],
  ['d.gpx', trk('<trkpt lat="39.9"/>'), '4: <trkpt>: latitude and longitude are numbers'],
  [
    'e.gpx',
    trk('<trkpt lat="39.9" lon="116"><time>yesterday</time></trkpt>'),
    "4: 'yesterday' is no time: GPX has 2026-11-20T08:00:00Z",
  ],
  [
    'f.gpx',
    gpx('<wpt lat="1" lon="1"/>'),
    '1: has 1 waypoints and no track: a track is a <trk> with <trkpt>',
  ],
  [
    'g.gpx',
    gpx('<rte>\n<rtept lat="39.9" lon="116.4"/><rtept lat="39.91" lon="116.4"/></rte>'),
    '3: the points have no times: give the speed to drive at (speedKmh, --track-speed)',
  ],
  ['h.gpx', gpx(''), '1: has no track that lasts a second or longer (GPX, NMEA 0183, CSV or GeoJSON)'],
  [
    'i.nmea',
    '$GPGGA,120000,3954.778,N,11624.448,E,1,08,1.0,0,M,0,M,,*00\n',
    '1: has no position: all checksums are wrong',
  ],
  ['j.nmea', `${sentence('GPGSV,1,1,00')}\n`, '1: has no position: a track needs RMC or GGA with a fix'],
  [
    'k.csv',
    'time,x,y\n1,2,3\n',
    '1: the heading has no column for latitude (latitude, lat, 纬度) and longitude (longitude, lon, lng, long, 经度)',
  ],
  [
    'l.csv',
    'time,lat,lon\n2026-11-20T08:00:00Z,39.9,116.4\nnoon,39.9,116.4\n',
    "3: 'noon' is no time: write 2026-11-20T08:00:00Z, or epoch seconds",
  ],
  ['m.csv', 'time,lat,lon\n\n2026-11-20T08:00:00Z,north,116.4\n', '3: latitude and longitude are numbers'],
  [
    'n.csv',
    'time,lat,lon\n"2026,39.9,116.4\n',
    '2: no CSV that can be read: Quote Not Closed: the parsing is finished with an opening quote at line 2',
  ],
  ['o.geojson', '{\n"type": "Feature",\n"geometry" {}\n}', '3: no JSON'],
  [
    'p.geojson',
    '{"type":"FeatureCollection","features":[\n{"type":"Feature","properties":{"coordTimes":["2026-11-20T08:00:00Z"]},\n"geometry":{"type":"LineString",\n"coordinates":[[116.4,39.9],[116.5,39.9]]}}]}',
    '2: features.0.properties.coordTimes: 1 times for 2 positions',
  ],
  [
    'q.geojson',
    '{"type":"Feature",\n"geometry":{"type":"LineString","coordinates":[\n[116.4,39.9],\n[39.9,116.4]]}}',
    '4: geometry.coordinates.1: latitude 116.4, longitude 39.9 is no place on Earth: are longitude and latitude swapped?',
  ],
])('%s is refused with its line and what to do', (name, text, problem) => {
  const { problems, tracks } = read(name, text)
  expect(tracks).toEqual([])
  expect(problems).toHaveLength(1)
  expect(problems[0]!.startsWith(problem), problems[0]).toBe(true)
})

test('a file that is not there, and a folder without tracks, say so', () => {
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  const said = readTracks([join(folder, 'none.gpx'), empty]).problems.map(({ message }) => message)
  expect(said[0]).toMatch(/^cannot be read: ENOENT/)
  expect(said[1]).toBe('is a folder without tracks (GPX, NMEA 0183, CSV or GeoJSON)')
})

test('sentences with a wrong checksum are left out and named, and so are those without a fix', () => {
  const broken = gga('120002', '54.800').replace('54.800', '54.801')
  const lines = [
    sentence('GNRMC,120000,A,3954.778,N,11624.448,E,0,0,201126,,'),
    broken,
    gga('120004', '54.900'),
    sentence('GNRMC,120006,V,3954.778,N,11624.448,E,0,0,201126,,'),
  ]
  const { tracks, notes, problems } = read('log.txt', lines.join('\r\n'))
  expect(problems).toEqual([])
  expect(tracks[0]!.points.map(({ timeMs }) => new Date(timeMs).toISOString())).toEqual([
    '2026-11-20T12:00:00.000Z',
    '2026-11-20T12:00:04.000Z',
  ])
  expect(notes.map((note) => note.replace(/\*\w\w/g, '*')).sort()).toEqual([
    '1: 1 sentences without a fix left out',
    '2: left out: the checksum is *, not *',
  ])
})

test('positions without any date go on over midnight, and have no date', () => {
  const { tracks } = read('gga.nmea', [gga('235958', '54.1'), gga('000002', '54.2')].join('\n'))
  expect(tracks[0]!.undated).toBe(true)
  expect(fleetTrackOf(tracks[0]!)).toMatchObject({ steps: [4] })
  expect(fleetTrackOf(tracks[0]!)).not.toHaveProperty('startMs')
})

test('a route without times is driven at the given speed', () => {
  const route = gpx(
    '<rte><name>Line 5</name><rtept lat="39.9" lon="116.4"/><rtept lat="39.91" lon="116.4"/></rte>',
  )
  const { tracks } = read('route.gpx', route, { speedKmh: 40 })
  // A hundredth of a degree of latitude there is 1,110.3 m.
  expect(fleetTrackOf(tracks[0]!).steps[0]).toBeCloseTo(1110.3 / (40 / 3.6), 0)
  expect(tracks[0]!.name).toBe('Line 5')
})

test('a table has a track of each device, whatever its columns are called and separated by', () => {
  const rows = [
    'SN;Fix-Time;LNG;Lat (deg)',
    'a;1763625600;116.4;39.9',
    'b;1763625600;116.5;39.9',
    'a;1763625610;116.41;39.9',
    'b;1763625610000;116.51;39.9',
  ]
  const { tracks, notes } = read('table.csv', rows.join('\n'))
  expect(notes).toEqual([])
  expect(
    tracks.map(({ name, points }) => [name, points.length, points[0]!.timeMs, points[1]!.longitude]),
  ).toEqual([
    ['a', 2, 1_763_625_600_000, 116.41],
    ['b', 2, 1_763_625_600_000, 116.51],
  ])
})

test('points that are not in order are sorted, and of two at one moment the last counts', () => {
  const rows = ['time,lat,lon', '100000020,39.92,116.4', '100000000,39.9,116.4', '100000000,39.91,116.4']
  const { tracks, notes } = read('order.csv', rows.join('\n'))
  expect(tracks[0]!.points.map(({ latitude }) => latitude)).toEqual([39.91, 39.92])
  expect(notes).toEqual(['2: the points are not in the order of their times: they were sorted'])
})

test('coordinates of Chinese map services become WGS-84', () => {
  // Tian'anmen: 116.39748, 39.90882 in GCJ-02 (AMap) is 116.39123, 39.90742 in WGS-84.
  const rows = ['time,lat,lon', '100000000,39.90882,116.39748', '100000010,39.90882,116.39748']
  const { tracks } = read('gcj.csv', rows.join('\n'), { datum: 'gcj02' })
  const { longitude, latitude } = tracks[0]!.points[0]!
  expect(longitude).toBeCloseTo(116.39123, 4)
  expect(latitude).toBeCloseTo(39.90742, 4)
})

test('what is neither a file nor a folder is not read', () => {
  expect(readTracks(['/dev/null']).problems.map(({ message }) => message)).toEqual([
    'is neither a file nor a folder',
  ])
})
