import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { afterEach, expect, it, vi } from 'vitest'
import { createProgram, main } from './program.ts'

/** Runs the program in this process. Answers its exit code and its standard error. */
async function run(...args: string[]) {
  const lines: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  process.exitCode = undefined
  await main(args)
  write.mockRestore()
  return { code: process.exitCode, lines: lines.join('').split('\n').filter(Boolean) }
}

afterEach(() => {
  process.exitCode = undefined
})

it('says a mistake of the user in one line and ends with 2, or with 1 where nothing was started', async () => {
  for (const args of [
    ['stork'],
    ['start', '--colour', 'blue'],
    ['start', '--port', 'http'],
    ['replay', '/no/such/folder'],
    ['replay', 'capture', '--seed', '3'],
    ['replay', 'capture', '--speed', '0'],
    ['record', '--platform', 'http://127.0.0.1:1'],
    ['record', '--platform', 'http://127.0.0.1:1', '-o', '/no/such', '--max-size', '3'],
    ['record', '--platform', 'http://127.0.0.1:1', '-o', '/no/such', '--for', '0s'],
    ['clock', 'speed', 'fast'],
    ['storm', 'alarms', '--rate', '-3'],
    ['storm', 'alarms', '--for', 'ever'],
    ['fleet', 'add', '--kind', 'horse', '--count', '3'],
    ['fleet', 'add', '--kind', 'camera', '--count', '3', '--group', 'gates', '--placement', 'traffic'],
    ['fleet', 'add', '--file', 'no-such-file.yaml'],
    ['fleet', 'rm', 'fleet-1', '--control', 'http://127.0.0.1:1'],
    ['status', '--control', 'http://127.0.0.1:1'],
    ['storm', 'offline', '--share', '2'],
    ['replay', 'capture', '--static', 'out', '--port', '0'],
    ['simulate', '--console', 'notaurl'],
    ['simulate', '--console', 'http://127.0.0.1:1'],
    ['simulate', '--off', 'alarms'],
    ['devices', '--to', 'hj212://127.0.0.1:1', '--kind', 'lift'],
    ['fleet', 'add', '--kind', 'camera', '--count', '1', '--no-strip'],
    ['fleet', 'add', '--kind', 'vehicle', '--snap'],
    ['fault', 'add', 'http-latency', 'delayMs'],
    ['fault', 'add', 'http-latency', '--every', '5s'],
    ['fault', 'rm'],
    ['alarm', 'raise', 'A'],
    ['device', 'set', 'A', 'speed=fast'],
    ['weather', 'set'],
    ['weather', 'leak', '--at', 'here'],
    ['load', '--operators', '0'],
    ['load', '--assert', 'http<5'],
    ['load', '--profile', 'none'],
    ['load', '--control', 'http://platform.example:80'],
    ['completion', 'tcsh'],
    ['completion'],
    ['status', '--control', 'notaurl'],
    ['device', 'ls', '--kind', 'horse'],
    ['fleet', 'add', '--kind', 'camera', '--count', '0'],
    ['fleet', 'add', '--kind', 'camera', '--count', '2'],
    ['fleet', 'add', '--kind', 'camera', '--count', '2', '--group', 'gates', '--placement', 'moon'],
    ['start', '--discover', 'maybe', '--port', '0'],
    ['start', '--hj212', '99999999', '--port', '0'],
    ['run', 'demo', '--virtual', '--junit', '/no/such/folder/x.xml'],
    ['run', 'demo', '--virtual', '--start', 'tomorrow'],
    ['run', 'demo', '--speed', '0'],
    ['check-scenario'],
    ['check', '--platform', 'http://127.0.0.1:1'],
    ['check', '--platform', 'notaurl', '--account', 'admin'],
    ['check', '--platform', 'https://video.example.org', '--account', 'admin', '--password-env', 'NO_SUCH'],
    ['check', '--platform', 'http://127.0.0.1:1', '--account', 'admin', '--only', 'alarm.lst'],
    ['check', '--platform', 'http://127.0.0.1:1', '--account', 'admin', '--allow', 'more'],
    ['check', '--platform', 'http://127.0.0.1:1', '--account', 'admin', '--adapter', 'none'],
    ['doctor', 'extra'],
    ['load', '--for', '2s', '--ramp', '3s'],
    ['devices', '--to', 'jt808://127.0.0.1:8808', '--edition', '1999'],
  ]) {
    const { code, lines } = await run(...args)
    expect(code, args.join(' ')).toBe(['start', 'record', 'replay'].includes(args[0] ?? '') ? 1 : 2)
    expect(lines, args.join(' ')).toHaveLength(1)
    expect(lines[0]).toMatch(/^backlot: /)
  }
})

it.each([
  [['--move-to', '1'], 'tracks.moveTo: write longitude and latitude: 116.404, 39.915.'],
  [['--begin', 'monday'], "tracks.start: write '2026-11-20T08:00:00+08:00', with the zone."],
  [['--at-end', 'jump'], "tracks.atEnd: 'jump' is none of loop, backAndForth, stay."],
])('a fleet on tracks with %j says what to write', async (options, said) => {
  const file = fileURLToPath(new URL('../../fixtures/tracks/bus-round.gpx', import.meta.url))
  const tracks = ['--kind', 'vehicle', '--group', 'buses', '--tracks', file]
  expect(await run('fleet', 'add', ...tracks, ...options)).toEqual({ code: 2, lines: [`backlot: ${said}`] })
})

/** Commands that do something, with the words that call them. */
function leaves(command: Command, words: readonly string[] = []): { words: string; command: Command }[] {
  if (command.commands.length === 0) return [{ words: words.join(' '), command }]
  return command.commands.flatMap((child) => leaves(child, [...words, child.name()]))
}

it('shows an example of every command in its help', async () => {
  const all = leaves(await createProgram())
  expect(all.length).toBeGreaterThan(30)
  for (const { words, command } of all) {
    let help = ''
    command.configureOutput({
      writeOut: (text) => {
        help += text
      },
    })
    command.outputHelp()
    expect(help, words).toMatch(/\nExamples?:\n {2}\$ /)
    expect(help, words).toContain(words.split(' ').at(0))
  }
})
