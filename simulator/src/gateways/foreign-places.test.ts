import { expect, test, vi } from 'vitest'
import { claim, folderForEachTest, NOW, platform } from './foreign-rig.test-support.ts'

folderForEachTest()

const places = { inAll: 5, perAddress: 4 }
const SILENT_MS = 10 * 60_000
const [HERE, THERE] = ['10.0.0.1', '10.0.0.2']

type Platform = Awaited<ReturnType<typeof platform>>
const admit = async ({ ingest }: Platform, sn: string, from = HERE) => {
  const admission = await ingest.admit(claim(sn, '123456', from), NOW)
  return 'refused' in admission ? admission.refused : 'admitted'
}
const report = ({ ingest }: Platform, sn: string) =>
  ingest.readings(sn, {
    atMs: NOW,
    interval: 'realtime',
    rows: [{ code: 'a34004', value: 1 }],
    late: false,
  })
const everyone = ({ directory }: Platform, names: readonly string[]) =>
  names.filter((sn) => directory.deviceBySn(sn))

test('one address cannot take all places, however many numbers it makes up', async () => {
  await using p = await platform({ places })
  const made = Array.from({ length: 10 }, (_, n) => `F${n}`)
  for (const [n, sn] of made.entries()) {
    expect(await admit(p, sn)).toBe(n < 4 ? 'admitted' : 'full')
    if (n < 4) report(p, sn)
  }
  expect(await admit(p, 'OTHER', THERE)).toBe('admitted')
  // Known ones come in as ever, from wherever they come.
  for (const sn of made.slice(0, 4)) expect(await admit(p, sn, THERE)).toBe('admitted')
})

test('of all that come at once no more come in than there are places', async () => {
  await using p = await platform({ places })
  const made = Array.from({ length: 20 }, (_, n) => [`F${n}`, n % 2 ? HERE : THERE] as const)
  const outcomes = await Promise.all(made.map(([sn, from]) => admit(p, sn, from)))
  expect(outcomes.filter((outcome) => outcome === 'admitted')).toHaveLength(5)
  expect(p.ingest.stats().foreign).toBe(5)
})

test('who never reported anything gives its place up, the longest silent first, and only when it is wanted', async () => {
  await using p = await platform({ places })
  const left: string[] = []
  p.ingest.onGivenUp((sn) => left.push(sn))
  const names = ['SPOKE', 'A', 'B', 'C']
  for (const sn of names) await admit(p, sn)
  report(p, 'SPOKE')
  await admit(p, 'D', THERE)
  expect(await admit(p, 'E', THERE)).toBe('full')
  p.host.advance(SILENT_MS)
  expect(everyone(p, [...names, 'D'])).toHaveLength(5)
  // One that is there keeps its place.
  p.ingest.connected('A', NOW)
  expect(await admit(p, 'E', THERE)).toBe('admitted')
  expect(await admit(p, 'F', THERE)).toBe('admitted')
  expect(left).toEqual(['B', 'C'])
  expect(everyone(p, [...names, 'D', 'E', 'F'])).toEqual(['SPOKE', 'A', 'D', 'E', 'F'])
  await p.foreign.flush()
  expect(p.ingest.stats().foreign).toBe(5)
  // It comes back as a new device, in the place of D, the last one silent for that long.
  expect([await admit(p, 'B', HERE), await admit(p, 'C', HERE)]).toEqual(['admitted', 'full'])
})

test('an address that has its share takes no place of another, and gives up its own', async () => {
  await using p = await platform({ places })
  await admit(p, 'THEIRS', THERE)
  for (const sn of ['A', 'B', 'C', 'D']) await admit(p, sn)
  p.host.advance(SILENT_MS)
  expect(await admit(p, 'E')).toBe('full')
  report(p, 'THEIRS')
  expect(await admit(p, 'E')).toBe('admitted')
  expect(everyone(p, ['THEIRS', 'A', 'B', 'C', 'D', 'E'])).toEqual(['THEIRS', 'B', 'C', 'D', 'E'])
})

test('a disk that fails takes no place away', async () => {
  await using p = await platform({ places })
  for (const sn of ['A', 'B', 'C', 'D']) await admit(p, sn)
  await admit(p, 'E', THERE)
  p.host.advance(SILENT_MS)
  const failing = vi.spyOn(p.store, 'write').mockRejectedValueOnce(new Error('no room'))
  await expect(admit(p, 'F', THERE)).rejects.toThrow('no room')
  failing.mockRestore()
  expect(everyone(p, ['A', 'B', 'C', 'D', 'E', 'F'])).toEqual(['A', 'B', 'C', 'D', 'E'])
  p.host.advance(SILENT_MS)
  for (const sn of ['F', 'G', 'H', 'I', 'J'])
    expect(await admit(p, sn, THERE)).toBe(sn === 'J' ? 'full' : 'admitted')
  expect(p.ingest.stats().foreign).toBe(5)
})

test('what was reported before a restart keeps the place, what was not gives it up', async () => {
  {
    await using p = await platform({ places })
    for (const sn of ['A', 'B', 'C', 'D']) await admit(p, sn)
    await admit(p, 'E', THERE)
    report(p, 'A')
    p.host.advance(1)
    p.ingest.alarm('B', { atMs: NOW, type: 'IoAlarm', subType: 'SOS', chnId: 0, alarmSeq: '1' })
    await p.foreign.flush()
  }
  await using p = await platform({ places, nowMs: NOW + 1000 })
  expect(await admit(p, 'F')).toBe('full')
  p.host.advance(SILENT_MS)
  for (const sn of ['F', 'G', 'H']) expect(await admit(p, sn)).toBe('admitted')
  expect(await admit(p, 'I')).toBe('full')
  expect(everyone(p, ['A', 'B', 'C', 'D', 'E'])).toEqual(['A', 'B'])
})
