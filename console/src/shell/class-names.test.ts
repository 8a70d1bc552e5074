import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = join(import.meta.dirname, '..')

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\./.test(file))
const textOf = (file: string) => readFileSync(join(SOURCE, file), 'utf8')

/** The area that a file belongs to, or the folder of the shared ones. */
const roomOf = (file: string) => dirname(file).split('/').slice(0, 2).join('/')

/** The selectors of a stylesheet, one by one; steps of animations are none. */
function selectorsOf(css: string): string[] {
  return [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)]
    .map(([, list]) => list!.trim())
    .filter((list) => !list.startsWith('@'))
    .flatMap((list) => splitOutside(list, ','))
    .filter((selector) => !/^(from|to|[\d.]+%)$/.test(selector))
}

/** The parts of a text between a separator outside brackets. */
function splitOutside(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(' || letter === '[') depth += 1
    if (letter === ')' || letter === ']') depth -= 1
    if (letter === separator && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

const classesOf = (selector: string) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!)

const sheets = files
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, selectors: selectorsOf(textOf(file)) }))

/** The class names in the code of every file: texts of `className` and `classList`. */
const used = files
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => {
    const places = textOf(file).matchAll(
      /(?:\b[cC]lass(?:Name)?=|[cC]lassName: |[cC]lassName = |classList\.\w+)(?:"[^"]*"|\{[\s\S]*?\}[\s>]|[^\n]*)/g,
    )
    const text = [...places].map(([place]) => place).join(' ')
    return { file, names: new Set(text.match(/[a-zA-Z][\w-]*/g)) }
  })

it('no class is defined by two stylesheets: which of them came last would decide', () => {
  const definedBy = new Map<string, Set<string>>()
  for (const { file, selectors } of sheets)
    for (const selector of selectors) {
      const classes = classesOf(selector)
      const isAlone = classes.length === 1 && !/[\s>+~]/.test(selector.replace(/\([^)]*\)/g, ''))
      if (!isAlone || selector.includes('#') || !/^[a-z]*\./.test(selector)) continue
      definedBy.set(classes[0]!, (definedBy.get(classes[0]!) ?? new Set()).add(file))
    }
  const twice = [...definedBy].filter(([, by]) => by.size > 1).map(([name, by]) => `.${name}: ${[...by]}`)
  expect(definedBy.size).toBeGreaterThan(500)
  expect(twice).toEqual([])
})

it('every selector of an area names a class that no other area and no shared part draws with', () => {
  const rooms = new Map<string, Set<string>>()
  for (const { file, names } of used)
    for (const name of names) rooms.set(name, (rooms.get(name) ?? new Set()).add(roomOf(file)))
  const isOwn = (name: string, file: string) => {
    const by = rooms.get(name)
    return !name.startsWith('ant') && (!by || [...by].every((room) => room === roomOf(file)))
  }
  const leaking = sheets
    .filter(({ file }) => file.startsWith('areas/'))
    .flatMap(({ file, selectors }) =>
      selectors
        .filter((selector) => !classesOf(selector).some((name) => isOwn(name, file)))
        .map((selector) => `${file}: ${selector}`),
    )
  expect(leaking).toEqual([])
})

/** Looks of a device, a user or a server that is there, and of nothing that is history. */
const LIVE = /\[data-online(?:="(?:true|false)")?\]|\[data-state="(?:online|running|calling)"\]|\.online\b/
/** Spans of the past. */
const NOT_LIVE = new Set(['span-strip', 'span-mark'])

/** Live things without a state, drawn by style sheets. */
const DRAWN = ['map-view-canvas', 'marker-legend', 'map-state-mark', 'wall-city', 'wall-side', 'home-figures']

it('every state of something live is grey while the connection is lost', () => {
  const grey = new Set(
    sheets
      .find(({ file }) => file === 'features/connection/connection-banner.css')!
      .selectors.flatMap(classesOf),
  )
  const live = sheets.flatMap(({ file, selectors }) =>
    selectors
      .filter((selector) => LIVE.test(selector) && !classesOf(selector).some((name) => NOT_LIVE.has(name)))
      .map((selector) => ({ file, selector })),
  )
  const coloured = live.filter(({ selector }) => !classesOf(selector).some((name) => grey.has(name)))
  expect(live.length).toBeGreaterThan(10)
  expect(coloured).toEqual([])
  expect(DRAWN.filter((name) => !grey.has(name))).toEqual([])
})
