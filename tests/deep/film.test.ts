import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { itByDebian } from './debian-program.ts'

const run = promisify(execFile)
const FILM = join(import.meta.dirname, '../../scripts/film.mjs')

itByDebian(
  {
    program: 'ffprobe',
    packages: ['ffmpeg', 'chromium'],
    check: 'command -v ffprobe && command -v chromium',
    timeoutMs: 600_000,
  },
  'the first scenes of the film are H.264 that plays everywhere, of the planned length, and change',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backlot-film-'))
    try {
      const file = join(folder, 'film.mp4')
      // The film shows the past, and pictures at once.
      const { BACKLOT_PAST_DAYS: _past, BACKLOT_VIDEO: _video, ...env } = process.env
      const { stdout } = await run(process.execPath, [FILM, '--smoke', '--out', file], {
        env,
        maxBuffer: 1 << 26,
        timeout: 590_000,
      })
      expect(stdout).toMatch(/film\.mp4: (29|30|31) s, \d\.\d MB\n$/)
      const shown = '-show_entries stream=codec_name,pix_fmt,width,height,avg_frame_rate -of json'.split(' ')
      const { stdout: streams } = await run('ffprobe', ['-v', 'error', ...shown, file])
      expect(JSON.parse(streams)).toMatchObject({
        streams: [
          { codec_name: 'h264', pix_fmt: 'yuv420p', width: 1280, height: 720, avg_frame_rate: '25/1' },
        ],
      })
      // Title, sign-in, home, wall and the end are five different pictures.
      const { stderr } = await run('ffmpeg', [
        '-i',
        file,
        '-vf',
        "select='gt(scene,0.1)',showinfo",
        '-f',
        'null',
        '-',
      ])
      expect(stderr.match(/pts_time:/g)?.length).toBeGreaterThanOrEqual(4)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

it('what cannot be filmed is refused before anything starts', async () => {
  for (const [args, why] of [
    [['--language', 'fr'], '--language fr: it is en or zh.'],
    [['--out', 'film.avi'], '--out film.avi: the film is an .mp4 file.'],
    [['--site', '--out', 'film.mp4'], '--site says where the film is written: leave out --out.'],
  ] as const)
    await expect(run(process.execPath, [FILM, ...args])).rejects.toMatchObject({
      stderr: `${why}\n`,
      code: 1,
    })
})
