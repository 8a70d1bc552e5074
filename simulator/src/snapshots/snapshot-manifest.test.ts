import { expect, test } from 'vitest'
import { obstacleTo, type SnapshotManifest } from './snapshot-manifest.ts'

const platform = {
  version: '1.2.0',
  worldVersion: '5',
  schema: 40,
  seed: 7,
  scenario: { name: 'demo', digest: 'd' },
}
const manifest: SnapshotManifest = {
  format: 1,
  savedAtMs: 0,
  clock: { platformMs: 0, rate: 1, resumeRate: 1 },
  faults: [],
  ...platform,
}

test('a snapshot of the same world can be restored, one of an older schema too', () => {
  expect(obstacleTo(manifest, platform)).toBeUndefined()
  expect(obstacleTo({ ...manifest, version: '1.0.0', schema: 38 }, platform)).toBeUndefined()
  expect(obstacleTo(manifest, { ...platform, seed: undefined })).toBeUndefined()
})

test('what is not possible is said with the way out', () => {
  expect(obstacleTo({ ...manifest, schema: 41, version: '1.3.0' }, platform)).toMatch(
    /1\.3\.0, which is newer.*Update/,
  )
  expect(obstacleTo({ ...manifest, worldVersion: '4' }, platform)).toMatch(
    /version 4 of the world; this program has version 5/,
  )
  expect(obstacleTo({ ...manifest, seed: 8 }, platform)).toMatch(
    /seed 8, this platform of seed 7.*--snapshot/,
  )
  expect(obstacleTo({ ...manifest, scenario: { name: 'storm', digest: 'e' } }, platform)).toMatch(
    /another scenario \(storm\); this platform has demo/,
  )
})
