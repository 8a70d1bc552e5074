// The built console's chunks: those that a screen loads itself, before anything is loaded on demand.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const DIST = process.env['CONSOLE_DIST'] ?? join(import.meta.dirname, '../../console/dist')
const ASSETS = join(DIST, 'assets')

/** Screens that show a map. Chunks of screens are named after their files. */
const WITH_MAP = ['embedded-map-screen', 'map-screen', 'select-map-screen', 'tracks-screen']
/** Traces of map libraries in built code. */
const MAP_CODE = /maplibregl-|deck\.gl|deckRenderCount/

const sources = new Map(
  existsSync(ASSETS)
    ? readdirSync(ASSETS)
        .filter((name) => name.endsWith('.js'))
        .map((name) => [name, readFileSync(join(ASSETS, name), 'utf8')])
    : [],
)

/** Chunks that come with a chunk: its static imports, and theirs. */
function loadedWith(chunk: string): Set<string> {
  const loaded = new Set([chunk])
  for (const name of loaded) {
    for (const [, imported] of (sources.get(name) ?? '').matchAll(
      /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g,
    )) {
      loaded.add(imported as string)
    }
  }
  return loaded
}

const hasMapCode = (chunk: string) =>
  [...loadedWith(chunk)].some((name) => MAP_CODE.test(sources.get(name) ?? ''))

it('the console opens without any code of the map', () => {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8')
  const first = [...page.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name]) => name as string)
  expect(first.length).toBeGreaterThan(0)
  expect(first.filter(hasMapCode)).toEqual([])
})

it('of all screens only those that show a map load its code', () => {
  const screens = [...sources.keys()].filter((name) => /-screen-[\w-]{8}\.js$/.test(name))
  expect(screens.length).toBeGreaterThan(15)
  const named = screens.filter(hasMapCode).map((name) => name.replace(/-[\w-]{8}\.js$/, ''))
  expect(named.sort()).toEqual(WITH_MAP)
})
