import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CERTIFICATE_FILE, KEY_FILE, ownCertificate } from '@backlot/cli/console-server/own-certificate'
import { controlStatus } from '@backlot/contract/control/calls'
import { afterAll, describe, expect, it } from 'vitest'
import { control } from '../../../testing/control.ts'
import { launchSimulator } from '../../../testing/launch-simulator.ts'
import { startWorker } from '../../servers/cluster-programs.ts'
import { REDIS_SERVER, startRedis } from '../../servers/redis-server.ts'

const PASSWORD = 'not-to-be-seen'
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
/** A folder with a certificate that vouches for itself. */
async function certified(): Promise<{ certificate: string; key: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-redis-tls-'))
  folders.push(folder)
  await ownCertificate(folder, ['localhost', '127.0.0.1'])
  return { certificate: join(folder, CERTIFICATE_FILE), key: join(folder, KEY_FILE) }
}

describe.skipIf(REDIS_SERVER === undefined)('a Redis with TLS and a password', () => {
  it('is where core and worker meet, and neither says the password; without its certificate or password neither starts', async () => {
    const [trusted, other] = [await certified(), await certified()]
    await using redis = await startRedis(
      [
        `requirepass ${PASSWORD}`,
        `tls-cert-file ${trusted.certificate}`,
        `tls-key-file ${trusted.key}`,
        'tls-auth-clients no',
      ],
      'rediss',
    )
    const address = (ca: string) => `${redis.url}?ca=${ca}`
    const right = { BACKLOT_REDIS_PASSWORD: PASSWORD }
    const start = (url: string, env: Readonly<Record<string, string>>) =>
      expect(launchSimulator(['--no-rtmp', '--redis', url], env)).rejects
    await start(address(other.certificate), right).toThrow(/certificate/)
    await start(address(trusted.certificate), {}).toThrow(/NOAUTH|password/)
    await start(address(trusted.certificate), { BACKLOT_REDIS_PASSWORD: 'wrong' }).toThrow(/WRONGPASS/)
    await start(redis.url.replace('rediss', 'redis'), right).toThrow(/cannot be used/)

    await using core = await launchSimulator(
      ['--no-rtmp', '--redis', address(trusted.certificate), '--log-level', 'trace'],
      right,
    )
    await using worker = await startWorker(
      address(trusted.certificate).replace('//', `//:${PASSWORD}@`),
      'one',
    )
    await expect
      .poll(async () => (await fetch(`${core.url}/metrics`)).text(), { timeout: 60_000 })
      .toContain('backlot_cluster_members{role="worker"} 1')
    const command = (pid: number | undefined) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const status = JSON.stringify(await control(core.url, controlStatus))
    const said = [
      command(core.pid),
      command(worker.child.pid),
      status,
      core.errorOutput(),
      core.otherOutput(),
    ]
    await redis.kill()
    await core.stop()
    for (const text of [...said, core.errorOutput(), ...worker.lines]) expect(text).not.toContain(PASSWORD)
  }, 240_000)
})
