import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const AREAS = join(import.meta.dirname, '../../areas')
/** These end idle video themselves, by `useAutoClose`. */
const OWNERS = ['live-video/video-window.tsx', 'polling/polling-wall.tsx']
/** Nobody operates the large screen. */
const UNATTENDED = ['situation/video-row.tsx']

const sourceOf = (file: string) => readFileSync(join(AREAS, file), 'utf8')
const files = readdirSync(AREAS, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.tsx'),
)

test('every player of live video ends when nobody operates the page, but those of the big screen', () => {
  const without = files.filter((file) =>
    (sourceOf(file).match(/<LivePlayer\b[^>]*/g) ?? []).some((player) => !/\bautoClose\b/.test(player)),
  )
  expect(without.sort()).toEqual([...OWNERS, ...UNATTENDED].sort())
  for (const owner of OWNERS) {
    const folder = owner.split('/')[0]!
    expect(files.some((file) => file.startsWith(folder) && sourceOf(file).includes('useAutoClose('))).toBe(
      true,
    )
  }
})
