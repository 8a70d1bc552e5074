import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlSetClock } from '@backlot/contract/control/calls'
import { controlFleets, controlRemoveFleet } from '@backlot/contract/control/fleet-calls'
import { readScenario } from '@backlot/simulator/scenario/read-scenario'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import { anchorsOf, blocksOf, linksOf, PAGES, pathsOf, ROOT } from './docs/read-pages.ts'

const SHIM = join(import.meta.dirname, 'docs/shim.mjs')
const blocks = PAGES.flatMap(blocksOf).map((block) => ({ ...block, at: `${block.page}:${block.line}` }))
const inLanguage = (language: string) => blocks.filter((block) => block.language === language)
/** A block that is a file begins with a comment that names it. */
const fileOf = (text: string) => /^# ([\w.-]+\.ya?ml)\b/.exec(text)?.[1]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-docs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('links of the pages lead to files and headings that are there', () => {
  const links = PAGES.flatMap((page) => linksOf(page).map((link) => ({ page, ...link })))
  const broken = links.filter(
    ({ to, heading }) =>
      !existsSync(join(ROOT, to)) || (heading && to.endsWith('.md') && !anchorsOf(to).includes(heading)),
  )
  expect(broken).toEqual([])
  expect(links.length).toBeGreaterThan(50)
})

it('files and folders that the pages name are there', () => {
  const named = PAGES.flatMap((page) => pathsOf(page).map((path) => ({ page, path })))
  // What a build makes is there after it.
  const missing = named.filter(({ path }) => !path.includes('/dist') && !existsSync(join(ROOT, path)))
  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(50)
})

it.each(inLanguage('json'))('$at is JSON', ({ text }) => {
  expect(() => JSON.parse(text)).not.toThrow()
})

it.each(inLanguage('yaml'))('$at is YAML, and a scenario without mistakes where it is one', ({ text }) => {
  for (const document of parseAllDocuments(text)) {
    expect(document.errors).toEqual([])
    if (document.has('extends')) {
      const file = join(folder, 'scenario-of-the-docs.yaml')
      writeFileSync(file, text)
      expect(readScenario(file).problems).toEqual([])
    }
  }
})

it('commands stand in blocks that are run below', () => {
  const isCommand = /^\s*(\$ )?(npx|npm|backlot|curl|node|ffmpeg) /m
  const others = blocks.filter(({ language, text }) => language !== 'sh' && isCommand.test(text))
  expect(others.map(({ at }) => at)).toEqual([])
})

describe('the commands of the pages, in their order', () => {
  let simulator: LaunchedSimulator
  let env: NodeJS.ProcessEnv
  beforeAll(async () => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    for (const tool of ['npx', 'npm', 'curl']) {
      const line = `exec '${process.execPath}' '${SHIM}' ${tool} "$@"`
      writeFileSync(join(bin, tool), `#!/usr/bin/env bash\n${line}\n`, { mode: 0o755 })
    }
    for (const { text } of inLanguage('yaml')) {
      const name = fileOf(text)
      if (name) writeFileSync(join(folder, name), text)
    }
    const clip = join(ROOT, 'fixtures/media/clip-day.flv')
    execFileSync(process.env.FFMPEG_PATH ?? 'ffmpeg', [
      '-v',
      'error',
      '-i',
      clip,
      '-t',
      '2',
      '-c',
      'copy',
      join(folder, 'video.mp4'),
    ])
    env = {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      BACKLOT_PROGRAM: PROGRAM,
      BACKLOT_ROOT: ROOT,
      BACKLOT_CURL: execFileSync('which', ['curl'], { encoding: 'utf8' }).trim(),
      BACKLOT_TRIED: join(folder, 'tried.txt'),
      BACKLOT_PASSWORD: 'Backlot@2026',
    }
    // Where a program that is started in this folder looks for a running simulator.
    simulator = await launchSimulator(['--data', join(folder, '.backlot'), '--seed', '20260'])
  })
  afterAll(() => simulator?.stop())

  // Each page begins with the city as it was.
  afterEach(async () => {
    await control(simulator.url, controlSetClock, { body: { action: 'speed', rate: 1 } })
    for (const { fleetId } of (await control(simulator.url, controlFleets)).list)
      await control(simulator.url, controlRemoveFleet, { body: { fleetId } })
  })

  it.each(inLanguage('sh'))('$at', async ({ text }) => {
    const host = (url: string) => new URL(url).host
    const script = text
      .replaceAll('127.0.0.1:8080', host(simulator.url))
      .replaceAll('https://video.example.org', simulator.url)
      .replaceAll('127.0.0.1:8808', simulator.jt808!)
      .replaceAll('127.0.0.1:8212', simulator.hj212!)
      .replaceAll('127.0.0.1:1935', host(simulator.rtmp!))
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(
        'bash',
        ['-euo', 'pipefail', '-c', script],
        { cwd: folder, env, timeout: 110_000 },
        (error, out, err) =>
          resolve({ code: error ? (error.code ?? error.signal) : 0, output: `${out}${err}` }),
      )
    })
    expect({ code, output: code === 0 ? '' : output.slice(-2000) }).toEqual({ code: 0, output: '' })
  })

  it('left the platform well', async () => {
    expect((await fetch(`${simulator.url}/healthz`)).status).toBe(200)
    expect(simulator.child.exitCode).toBe(null)
  })
})
