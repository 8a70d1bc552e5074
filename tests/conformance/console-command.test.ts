import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const TLS = join(import.meta.dirname, 'tls')

/** A platform on TLS that reports the requests it got. */
let platform: Server
let origin: URL
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-console-'))
  const [key, cert] = await Promise.all(['key', 'crt'].map((end) => readFile(join(TLS, `localhost.${end}`))))
  platform = createServer({ key, cert }, ({ url }, response) => {
    response.end(JSON.stringify({ url }))
  })
  await once(platform.listen(0, '127.0.0.1'), 'listening')
  origin = new URL(`https://localhost:${(platform.address() as AddressInfo).port}/api`)
})
afterAll(async () => {
  platform.closeAllConnections()
  platform.close()
  await rm(folder, { recursive: true, force: true })
})

describe('backlot console', () => {
  const PROGRAM = join(import.meta.dirname, '../../cli/bin/backlot.mjs')
  const run = (...args: string[]) => spawn(process.execPath, [PROGRAM, 'console', ...args], { stdio: 'pipe' })

  async function ended(child: ReturnType<typeof run>) {
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    const [code] = (await once(child, 'close')) as [number]
    return { said, code }
  }

  it('prints one line of JSON when it is ready, and ends cleanly on SIGTERM', async () => {
    const child = run('--platform', origin.href, '--ca', join(TLS, 'localhost.crt'), '--port', '0', '--json')
    const [line] = await once(child.stdout, 'data')
    const ready = JSON.parse(String(line)) as { url: string; platform: string; hash: string; pid: number }
    expect(ready).toMatchObject({ platform: origin.href, pid: child.pid })
    expect(ready.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await (await fetch(`${ready.url}/x`)).json()).toMatchObject({ url: '/api/x' })
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('with --https it prints addresses, certificate and fingerprint', async () => {
    const data = join(folder, 'data')
    const flags = ['--platform', origin.href, '--port', '0', '--https', '--data', data]
    const child = run(...flags, '--json')
    const [line] = await once(child.stdout, 'data')
    const ready = JSON.parse(String(line)) as Record<'url' | 'certificate' | 'fingerprint', string>
    expect(ready).toMatchObject({ url: expect.stringMatching(/^https:/), addresses: [ready.url] })
    const certificate = new X509Certificate(await readFile(ready.certificate))
    expect([ready.certificate, certificate.fingerprint256]).toEqual([
      join(data, 'console.crt'),
      ready.fingerprint,
    ])
    child.kill('SIGTERM')
    await once(child, 'exit')
    // For people, with the same certificate again.
    const again = run(...flags)
    const [text] = await once(again.stdout, 'data')
    expect(String(text)).toContain(ready.fingerprint)
    again.kill('SIGTERM')
    expect(await once(again, 'exit')).toEqual([0, null])
  })

  it('ends with exit code 2 and the field when its config is wrong', async () => {
    const file = join(folder, 'wrong.json')
    await writeFile(file, '{"adapter":{"envelope":{"code":7}},"medai":{}}')
    const { said, code } = await ended(run('--platform', 'https://x', '--config', file))
    expect(said).toContain(`${file}: adapter.envelope.code: must be a name or a list of names; `)
    expect(said).toContain('Unrecognized key: "medai"')
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(2)
  })

  it.each([
    ['--platform ftp://x', 'expected an address: http://… or https://…'],
    ['--platform https://me:secret@x', 'remove the name and password'],
    ['--platform https://x --channel https://y', 'expected an address: ws://… or wss://…'],
    ['--platform https://x --port 70000', 'a whole number from 0 to 65535'],
    ['--platform https://x --ca /nowhere.pem', 'cannot be read'],
    ['--platform https://x --https --data /dev/null', 'name another one with --data'],
    ['', "required option '--platform <url>' not specified"],
  ])('refuses %j in one line', async (args, words) => {
    const { said, code } = await ended(run(...args.split(' ').filter(Boolean)))
    expect(said).toContain(words)
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })
})
