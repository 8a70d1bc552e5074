import { afterEach, expect, it, vi } from 'vitest'
import { main } from '../program.ts'

const NOBODY = ['--control', 'http://127.0.0.1:1']

/** Runs the program in this process. Answers its exit code and its standard error. */
async function run(...args: string[]) {
  let said = ''
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
  process.exitCode = undefined
  await main(args)
  write.mockRestore()
  return { code: process.exitCode, said }
}

afterEach(() => {
  process.exitCode = undefined
})

it('takes a span back for what it is, and a mistyped option for a mistake', async () => {
  expect((await run('clock', 'jump', '-2h', '--cut', ...NOBODY)).said).toContain('No simulator answers')
  expect((await run('clock', 'jump', '-2h', '--cutt', ...NOBODY)).said).toContain('too many arguments')
  expect(await run('clock', 'jump', '--cutt', ...NOBODY)).toMatchObject({
    code: 2,
    said: expect.stringContaining("unknown option '--cutt'"),
  })
})

it('steps by a span of at most a day', async () => {
  for (const span of ['2d', '0s', 'soon']) expect((await run('clock', 'step', span, ...NOBODY)).code).toBe(2)
  expect((await run('clock', 'step', '10m', ...NOBODY)).said).toContain('No simulator answers')
})

it('tells a mistake in what a scenario command is given by 2', async () => {
  expect((await run('run', 'no-such-scenario', '--virtual')).code).toBe(2)
  expect((await run('run', 'demo', '--virtual', '--workers', 'many')).code).toBe(2)
  expect((await run('run', 'demo', '--virtual', '--against', 'http://127.0.0.1:1')).code).toBe(2)
  expect((await run('run', 'demo', '--against', 'http://127.0.0.1:1')).code).toBe(2)
  expect((await run('run')).code).toBe(2)
})
