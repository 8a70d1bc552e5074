/** `backlot simulate` with a console over https. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createConsoleServer } from '@backlot/cli/console-server/create-console-server'
import { expect, test } from 'vitest'
import { PROGRAM } from '../../testing/launch-simulator.ts'

/** Nothing is asked of the platform before somebody signs in. */
const PLATFORM = new URL('http://127.0.0.1:9')

async function simulate(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, 'simulate', ...args])
  const [out, err] = [child.stdout, child.stderr].map((stream) => text(stream))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out: await out, err: await err }
}

test('a console over https is told what to simulate by whoever trusts its certificate', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backlot-simulate-'))
  try {
    await using own = await createConsoleServer({ platform: PLATFORM, simulate: [], https: { folder } })
    const run = (...args: string[]) => simulate('--console', own.url, ...args)
    const refused = await run()
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringMatching(
        /is not trusted \(self-signed certificate\): name it with --ca, which is console\.crt/,
      ),
    ])
    const trusting = ['--ca', own.certificate!.file]
    expect(await run('map-heat', ...trusting)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Simulated {2}map-heat$/m),
    })
    expect((await run('--off', '--json', '--insecure')).code).toBe(0)
    expect(await run('alarm', ...trusting)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no call, path or area/),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
