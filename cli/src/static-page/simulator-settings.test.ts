import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterEach, expect, test } from 'vitest'
import { startCommand } from '../commands/start.ts'
import type { StartFlags } from '../start-options.ts'
import { staticSettings } from './simulator-settings.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function fileWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-static-'))
  folders.push(folder)
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** Settings of a command line after `backlot start`. */
function settingsOf(...words: string[]) {
  const command: Command = startCommand().exitOverride()
  let settings: unknown
  command.action((flags: StartFlags) => {
    settings = staticSettings(flags, command)
  })
  command.parse(['node', 'backlot', ...words])
  return settings
}

test('options of the world go into the page, and those of a machine are refused', () => {
  expect(settingsOf('--static', 'out', '--seed', '7', '--past-days', '2', '--scenario', 'gas-leak')).toEqual({
    seed: 7,
    pastDays: 2,
    scenario: 'gas-leak',
  })
  expect(() => settingsOf('--static', 'out', '--port', '80')).toThrow(
    '--port does not go with --static: a page has no ports and no folder. Leave it out.',
  )
  expect(() => settingsOf('--static', 'out', '--seed', '-1')).toThrow('seed')
})

test('a scenario of its own is taken as it is, with its recorded tracks and without its file', () => {
  const track = fileWith(
    'way.csv',
    'lat,lng,time\n39.90,116.40,2026-01-01T00:00:00Z\n39.91,116.41,2026-01-01T00:10:00Z\n',
  )
  const scenario = fileWith(
    'mine.yaml',
    `name: mine\nextends: demo\ngroups:\n  - { key: way, name: { zh: 路, en: Way } }\nfleets:\n  - { kind: vehicle, group: way, tracks: ${track} }\n`,
  )
  const settings = settingsOf('--static', 'out', '--scenario', scenario) as {
    scenario: { name: string; fleets: { tracks: { list: { points: unknown[] }[] } }[] }
  }
  expect(settings.scenario.name).toBe('mine')
  expect(settings.scenario.fleets[0]?.tracks.list).toHaveLength(1)
  expect(JSON.stringify(settings)).not.toContain(track)
})

test('a scenario that a page cannot have is refused with the reason', () => {
  const base = fileWith('base.yaml', 'name: base\nextends: demo\n')
  const extending = fileWith('mine.yaml', `name: mine\nextends: ${base}\n`)
  expect(() => settingsOf('--static', 'out', '--scenario', extending)).toThrow('it extends a file of yours')
  expect(() => settingsOf('--static', 'out', '--scenario', 'absent')).toThrow('there is no file absent')
})
