import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT, SITE_PAGES, sitePath } from '../../docs/.vitepress/pages.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'

// The site as `npm run docs` builds it and a simulator serves it.

const SITE = join(ROOT, 'docs/dist')
let simulator: LaunchedSimulator
const asked = (path: string) => fetch(`${simulator.url}${path}`, { redirect: 'manual' })
const html = new Map<string, string>()

beforeAll(async () => {
  const { status, stdout, stderr } = build(ROOT)
  expect(`${stdout}${stderr}`).toContain('docs/dist is built')
  expect(status).toBe(0)
  for (const page of SITE_PAGES)
    html.set(`${sitePath(page)}.html`, readFileSync(join(SITE, `${sitePath(page)}.html`), 'utf8'))
  simulator = await launchSimulator(['--past-days', '0'])
})
afterAll(() => simulator?.stop())

const build = (root: string) =>
  spawnSync(process.execPath, [join(root, 'scripts/docs.mjs')], { encoding: 'utf8', timeout: 110_000 })

it('every link of every page leads to a page and to a heading that are there', () => {
  const anchors = new Map(
    [...html].map(([path, text]) => [
      path,
      new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  )
  let count = 0
  const broken: string[] = []
  for (const [path, text] of html) {
    for (const [, link = ''] of text.matchAll(/<a\b[^>]*? href="([^"]+)"/g)) {
      if (/^(https?|mailto):/.test(link)) continue
      count++
      const { pathname, hash } = new URL(link, `http://site/manual/${path}`)
      const target = pathname.slice('/manual/'.length) || 'index.html'
      const there = anchors.get(target)
      if (!there || (hash !== '' && hash !== '#' && !there.has(decodeURIComponent(hash.slice(1)))))
        broken.push(`${path}: ${link}`)
    }
  }
  expect(broken).toEqual([])
  expect(count).toBeGreaterThan(1000)
})

it('a page that names nothing outside, runs its own scripts alone and is in no frame of others', async () => {
  for (const path of ['/manual/', '/manual/wires.html', '/manual/nowhere.html']) {
    const reply = await asked(path)
    expect(reply.status).toBe(path.endsWith('nowhere.html') ? 404 : 200)
    const policy = reply.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; ")
    expect(policy).toContain("frame-ancestors 'none'")
    const text = await reply.text()
    expect(text).not.toMatch(/<script(?![^>]* src=)/)
    for (const [, address] of text.matchAll(/<(?:script|link|img)\b[^>]* (?:src|href)="([^"]+)"/g))
      expect(address).toMatch(/^(\/manual\/|data:)/)
  }
  expect((await asked('/manual')).headers.get('location')).toBe('/manual/')
  expect((await asked('/manual/..%2f..%2fpackage.json')).status).toBeGreaterThanOrEqual(400)
  for (const folder of [SITE, join(SITE, 'assets')]) {
    const styles = readdirSync(folder).filter((name) => name.endsWith('.css'))
    for (const name of styles)
      expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(/url\(["']?https?:/)
  }
})

it('llms.txt lists pages that the simulator serves', async () => {
  const reply = await asked('/manual/llms.txt')
  expect(reply.headers.get('content-type')).toContain('text/plain')
  const addresses = [...(await reply.text()).matchAll(/\]\((\/manual\/[^)]+)\)/g)].map(([, path]) => path!)
  expect(addresses).toHaveLength(SITE_PAGES.length)
  for (const path of addresses) expect((await asked(path)).status, path).toBe(200)
})

it('a link that leads nowhere fails the build, and says which', () => {
  const root = mkdtempSync(join(tmpdir(), 'backlot-docs-site-'))
  try {
    for (const name of readdirSync(ROOT)) {
      if (['docs', '.git', '.cache', 'scripts', 'cli'].includes(name) || name.endsWith('.md')) continue
      symlinkSync(join(ROOT, name), join(root, name))
    }
    for (const name of [
      'docs',
      'scripts',
      'cli/bin',
      ...readdirSync(ROOT).filter((one) => one.endsWith('.md')),
    ])
      cpSync(join(ROOT, name), join(root, name), { recursive: true, filter: (path) => !/dist$/.test(path) })
    writeFileSync(
      join(root, 'docs/edge.md'),
      '# Edges\n\nAn edge is described [elsewhere](no-such-page.md).\n',
    )
    const { status, stderr } = build(root)
    expect(stderr).toContain('docs/edge.md links to docs/no-such-page.md, which is not there')
    expect(status).toBe(1)
    expect(existsSync(join(root, 'docs/dist/index.html'))).toBe(false)
  } finally {
    rmSync(root, { recursive: true })
  }
})
