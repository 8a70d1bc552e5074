// npm run film [-- --language zh] [--out file.mp4 | --site] [--smoke]: two minutes of the demo as a film (H.264), by the
// project `film` of tests/playwright.config.ts and ffmpeg. --site: where the site of the documentation shows it. Fails
// when the film is longer, shorter or larger than it may be.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, ROOT } from './bootstrap.mjs'
import { projectArgs } from './e2e-projects.mjs'
import { browserEnvironment } from './with-chromium.mjs'

const BYTES_MAX = 5_000_000
/** Of a first try by quality; a film that is larger is encoded again, for the bytes that it may have. */
const QUALITY = '25'
const FRAMES_PER_S = 25

/** Beside the first picture of the README, which the site shows it in place of (docs/.vitepress/site-pictures.ts). */
const IN_SITE = join(ROOT, 'docs/pictures/live-video.mp4')

const { language, out, site, smoke } = parseArgs({
  options: {
    language: { type: 'string', default: 'en' },
    out: { type: 'string' },
    site: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
  },
}).values
if (!['en', 'zh'].includes(language)) fail(`--language ${language}: it is en or zh.`)
const [SHORTEST_S, LONGEST_S] = smoke ? [25, 35] : [110, 130]
if (site && out !== undefined) fail('--site says where the film is written: leave out --out.')
const target = site ? IN_SITE : resolve(out ?? join(ROOT, `gallery/film-${language}.mp4`))
if (!target.endsWith('.mp4')) fail(`--out ${out}: the film is an .mp4 file.`)

const found = await browserEnvironment('npm run film')
const frames = mkdtempSync(join(tmpdir(), 'backlot-film-'))
try {
  const env = { ...process.env, ...found, FILM_FRAMES: frames, FILM_LANGUAGE: language }
  if (smoke) env.FILM_SMOKE = '1'
  const playwright = join(ROOT, 'node_modules/.bin/playwright')
  const filmed = spawnSync(playwright, projectArgs('film', '--reporter=line'), {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    env,
  })
  if (filmed.status !== 0) fail('The scenes could not be filmed; see the lines above.')
  mkdirSync(dirname(target), { recursive: true })
  encode(['-crf', QUALITY])
  if (statSync(target).size > BYTES_MAX) encodeInBytes()
} finally {
  rmSync(frames, { recursive: true, force: true })
}
const bytes = statSync(target).size
const seconds = lengthOf(target)
process.stdout.write(`${target}: ${seconds.toFixed(0)} s, ${(bytes / 1e6).toFixed(1)} MB\n`)
if (bytes > BYTES_MAX) fail(`The film is larger than ${BYTES_MAX / 1e6} MB.`)
if (seconds < SHORTEST_S || seconds > LONGEST_S)
  fail(`The film lasts ${seconds.toFixed(1)} s: it is to last ${SHORTEST_S} to ${LONGEST_S} s.`)

/** Encodes the frames with libx264. `rate`: the options of its rate control. */
function encode(rate, file = target) {
  const input = ['-f', 'concat', '-i', join(frames, 'frames.txt')]
  const picture = ['-vf', `fps=${FRAMES_PER_S},format=yuv420p`, '-c:v', 'libx264', '-preset', 'slow']
  const tuned = ['-tune', 'animation', '-movflags', '+faststart', '-an', '-f', 'mp4']
  ffmpeg([...input, ...picture, ...rate, ...tuned, file])
}

/** In two passes, for the bit rate that fits. */
function encodeInBytes() {
  const kbps = Math.floor((BYTES_MAX * 0.95 * 8) / lengthOf(target) / 1000)
  const rate = (pass) => ['-b:v', `${kbps}k`, '-pass', pass, '-passlogfile', join(frames, 'passes')]
  encode(rate('1'), join(frames, 'first.mp4'))
  encode(rate('2'))
}

function ffmpeg(args) {
  const { status, stderr } = spawnSync(
    found.FFMPEG_PATH,
    ['-hide_banner', '-loglevel', 'error', '-y', ...args],
    {
      encoding: 'utf8',
    },
  )
  if (status !== 0) fail(`ffmpeg could not encode the film:\n${stderr}`)
}

/** Seconds of a film, as ffmpeg reads it. */
function lengthOf(file) {
  const { stderr } = spawnSync(found.FFMPEG_PATH, ['-hide_banner', '-i', file], { encoding: 'utf8' })
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(stderr) ?? []
  if (seconds === undefined) fail(`ffmpeg does not read ${file}:\n${stderr}`)
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
