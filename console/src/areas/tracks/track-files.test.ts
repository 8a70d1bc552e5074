import { expect, test } from 'vitest'
import { trackOf } from './track-double.test-support.ts'
import { csvOf, geojsonOf, gpxOf, isoTime, stretchesOf, trackFile } from './track-files.ts'

const track = trackOf(
  [
    [0, 0, 0, 36, 90],
    [1, 10, 0, 36.5, 90],
    [200, 1000, 0, 0, 360],
  ],
  [[1, 200]],
)
const exported = (name: string) => [{ sn: 'A-1', name, parts: [track] }]

test('times are ISO 8601 with their zone', () => {
  expect(isoTime(1_795_140_000_000, 480)).toBe('2026-11-20T10:00:00+08:00')
  expect(isoTime(1_795_140_000_000, 0)).toBe('2026-11-20T02:00:00Z')
  expect(isoTime(1_795_140_000_000, -210)).toBe('2026-11-19T22:30:00-03:30')
})

test('a gap parts a track into stretches', () => {
  expect(stretchesOf(track)).toEqual([
    [0, 2],
    [2, 3],
  ])
  expect(stretchesOf(trackOf([]))).toEqual([])
})

test('a CSV file is read back by its rules, whatever a name holds', () => {
  const text = csvOf(exported('北区, "A"\n巡逻车'), 480)
  expect(text.startsWith('\uFEFFsn,name,time,longitude,latitude,speed_kmh,direction_deg\r\n')).toBe(true)
  expect(text.split('\r\n')[1]).toBe(
    'A-1,"北区, ""A""\n巡逻车",2026-11-20T10:00:00+08:00,116.400000,39.900000,36.0,90',
  )
  expect(text.split('\r\n')).toHaveLength(5)
  expect(csvOf(exported('=HYPERLINK("x")'), 480)).toContain(`A-1,"'=HYPERLINK(""x"")",2026`)
  expect(csvOf(exported('-1+2'), 480)).toContain(`A-1,'-1+2,2026`)
})

test('a GPX file has a segment for each stretch, UTC times and no letter that breaks XML', () => {
  const text = gpxOf(exported('<b> & "c"\u0007'))
  expect(text).toContain('<name>&#60;b&#62; &#38; &#34;c&#34;</name><desc>A-1</desc>')
  expect(text.match(/<trkseg>/g)).toHaveLength(2)
  expect(text).toContain('<trkpt lat="39.900000" lon="116.400000"><time>2026-11-20T02:00:00Z</time>')
  expect(text).toContain('<gpxtpx:speed>10.00</gpxtpx:speed><gpxtpx:course>90</gpxtpx:course>')
  expect(text.match(/<trkpt /g)).toHaveLength(3)
})

test('a GeoJSON file has longitude before latitude, a line for each stretch, and times nested alike', () => {
  const read = JSON.parse(geojsonOf(exported('a"b\\c'), 480))
  const [feature] = read.features
  expect(read.type).toBe('FeatureCollection')
  expect(feature.geometry).toMatchObject({ type: 'MultiLineString' })
  expect(feature.geometry.coordinates[0][0]).toEqual([116.4, 39.9])
  expect(feature.geometry.coordinates.map((line: unknown[]) => line.length)).toEqual([2, 2])
  expect(feature.properties).toMatchObject({ sn: 'A-1', name: 'a"b\\c' })
  expect(feature.properties.times).toEqual([
    ['2026-11-20T10:00:00+08:00', '2026-11-20T10:00:01+08:00'],
    ['2026-11-20T10:03:20+08:00'],
  ])
  expect(feature.properties.speeds).toEqual([[36, 36.5], [0]])
})

test('a file says what it is', () => {
  expect(['csv', 'gpx', 'geojson'].map((format) => trackFile(format as 'csv', [], 480).type)).toEqual([
    'text/csv;charset=utf-8',
    'application/gpx+xml',
    'application/geo+json',
  ])
})
