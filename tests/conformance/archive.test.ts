import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CERTIFICATE_FILE, KEY_FILE, ownCertificate } from '@backlot/cli/console-server/own-certificate'
import { listAlarms, processAlarms } from '@backlot/contract/alarms/calls'
import { controlStatus, controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import { alarmConditions } from '@backlot/simulator/archive/alarm-conditions'
import { readArchiveAddress } from '@backlot/simulator/archive/archive-address'
import { makeMonths } from '@backlot/simulator/archive/archive-schema'
import { connectArchive, cut } from '@backlot/simulator/archive/connect-archive'
import { followCore } from '@backlot/simulator/archive/follow-core'
import { openForReading, openForWriting } from '@backlot/simulator/store/database-file'
import { migrate } from '@backlot/simulator/store/migrate'
import { syncLog } from '@backlot/simulator/store/sync-log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { isOpenAlarm } from '../../testing/is-open-alarm.ts'
import { Operator } from '../../testing/operator.ts'
import {
  caughtUp,
  expectEqual,
  launch,
  PATIENTLY,
  stateOf,
  temporaryFolders,
} from '../servers/archive-rig.ts'
import { compareArchive } from '../servers/compare-archive.ts'
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../servers/postgres-server.ts'

const folder = temporaryFolders()

describe.skipIf(POSTGRES_BIN === undefined)('the archive', () => {
  let postgres: PostgresServer
  /** The folder whose archive it is. */
  const storms = folder()
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.[Symbol.asyncDispose]())

  it('has every alarm of a storm once although PostgreSQL is killed in the middle, and nobody waits for it', async () => {
    const data = storms
    await using simulator = await launch(data, ['--archive', postgres.url])
    const operator = await Operator.signIn(simulator.url)
    await caughtUp(simulator)
    const { stormId } = await control(simulator.url, controlStorm, {
      body: { ratePerSecond: 200, forMs: 5000 },
    })
    await expect.poll(async () => (await stateOf(simulator)).rows).toBeGreaterThan(200)
    await postgres.kill()
    await expect.poll(async () => (await stateOf(simulator)).state).toBe('away')
    const { list } = await operator.call(listAlarms, { query: { pageSize: 20 } })
    expect(list.length).toBeGreaterThan(0)
    const processed = list.filter(isOpenAlarm).slice(0, 5)
    await operator.call(processAlarms, {
      body: {
        list: processed.map(({ id, sn, alarmSeq }) => ({ id, sn, alarmSeq })),
        type: 4,
        content: 'seen',
      },
    })
    await expect
      .poll(async () => (await control(simulator.url, controlStormStatus, { params: { id: stormId } })).done)
      .toBe(true)
    await expect
      .poll(async () => (await control(simulator.url, controlStatus)).troubles.map(({ kind }) => kind))
      .toEqual(['archiveAway'])
    expect((await fetch(`${simulator.url}/healthz`)).status).toBe(200)
    const metrics = await (await fetch(`${simulator.url}/metrics`)).text()
    expect(metrics).toMatch(/^backlot_archive_connected 0$/m)
    expect(metrics).toMatch(/^backlot_archive_waiting_rows\{table="alarms"\} [1-9]/m)
    await postgres.start()
    await caughtUp(simulator)
    expect((await control(simulator.url, controlStatus)).troubles).toEqual([])
    await simulator.stop()
    await expectEqual(data, postgres.url)
    const { alarms, alarm_history } = await compareArchive(data, postgres.url)
    expect(alarms.archive).toBeGreaterThanOrEqual(1000)
    expect(alarm_history.archive).toBe(processed.length)
  })

  it('is the archive of one platform: another one, an older copy of its folder and an older program do not start with it', async () => {
    const start = (data: string) => expect(launch(data, ['--archive', postgres.url])).rejects
    await start(folder()).toThrow(/belongs to another platform/)
    const target = readArchiveAddress(postgres.url, {})
    if (typeof target === 'string') return expect.fail(target)
    const client = await connectArchive(target, 0)
    await client.query('UPDATE backlot.progress SET position = position + 1000000')
    await start(storms).toThrow(/restored from a copy/)
    await client.query('UPDATE backlot.archive SET version = 99')
    await start(storms).toThrow(/version 99.*start a newer Backlot/)
    cut(client)
  })

  it('is written by one program: a second one with a copy of the folder is kept out, and says why', async () => {
    await using server = await startPostgres()
    const [data, copy] = [folder(), folder()]
    await using first = await launch(data, ['--archive', server.url, '--past-days', '1'])
    await caughtUp(first)
    // With its log, as a copy of a running machine has it.
    for (const name of readdirSync(data).filter((file) => file !== 'lock' && !file.endsWith('-shm')))
      cpSync(join(data, name), join(copy, name), { recursive: true })
    await using second = await launch(copy, ['--archive', server.url, '--past-days', '1'])
    await expect
      .poll(() => stateOf(second), PATIENTLY)
      .toMatchObject({ state: 'away', reason: 'another program writes into this archive' })
    await control(second.url, controlStorm, { body: { ratePerSecond: 50, forMs: 1000 } })
    await expect.poll(async () => (await stateOf(second)).waiting, PATIENTLY).toBeGreaterThan(20)
    await second.stop()
    const { stormId } = await control(first.url, controlStorm, { body: { ratePerSecond: 50, forMs: 1000 } })
    await expect
      .poll(async () => (await control(first.url, controlStormStatus, { params: { id: stormId } })).done)
      .toBe(true)
    await caughtUp(first)
    await first.stop()
    await expectEqual(data, server.url)
  }, 240_000)

  it('sends nothing that a power cut of the core could take: the log is on the disk first', async () => {
    await using server = await startPostgres()
    const target = readArchiveAddress(server.url, {})
    if (typeof target === 'string') return expect.fail(target)
    const file = join(folder(), 'backlot.db')
    const core = openForWriting(file)
    await migrate(core, file)
    const db = openForReading(file)
    let isFailing = false
    const follower = followCore(
      {
        db,
        target,
        owner: { platform: 'power-cut', seed: 1 },
        sync() {
          if (isFailing) throw new Error('the disk does not write')
          syncLog(file)
        },
      },
      () => {},
    )
    const condition = () => follower.progress.condition
    await expect.poll(condition, PATIENTLY).toBe('connected')
    isFailing = true
    core.exec("INSERT INTO foreign_presence (sn, at_ms, online) VALUES ('cut', 1, 1)")
    await expect.poll(condition, PATIENTLY).toBe('away')
    const reader = await connectArchive(target, 0)
    const rows = async () => (await reader.query('SELECT sn FROM foreign_presence')).rows
    expect(await rows()).toEqual([])
    isFailing = false
    await expect.poll(rows, PATIENTLY).toEqual([{ sn: 'cut' }])
    cut(reader)
    await follower.end()
    for (const opened of [db, core]) opened.close()
  })

  it('looks for a period in its own months', async () => {
    const target = readArchiveAddress(postgres.url, {})
    if (typeof target === 'string') return expect.fail(target)
    const client = await connectArchive(target, 0)
    const [fromMs, beforeMs] = [Date.UTC(2031, 4, 1) + 0.5, Date.UTC(2031, 4, 8)]
    await makeMonths(client, new Set(), 'alarms', [fromMs, Date.UTC(2031, 5)])
    const { text, values } = alarmConditions({ fromMs, beforeMs }, { groupIds: undefined })
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM alarms WHERE ${text} ORDER BY start_ms DESC, id DESC LIMIT 50`,
      values,
    )
    cut(client)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Scan Backward using alarms_2031_05_start_ms/)
    expect(plan).not.toMatch(/alarms_2031_06|alarms_other/)
  })

  it('is reached by TLS that is checked and by a password that nobody sees', async () => {
    const [trusted, other] = [folder(), folder()]
    await ownCertificate(trusted, ['localhost', '127.0.0.1'])
    await ownCertificate(other, ['localhost', '127.0.0.1'])
    const password = 'not-to-be-seen'
    await using server = await startPostgres({
      password,
      tls: { certificate: join(trusted, CERTIFICATE_FILE), key: join(trusted, KEY_FILE) },
    })
    const data = folder()
    const address = (signers: string) =>
      `${server.url}?sslmode=verify-full&sslrootcert=${join(signers, CERTIFICATE_FILE)}`
    const refusal = (text: string, env: Readonly<Record<string, string>> = {}) => {
      const target = readArchiveAddress(text, env)
      if (typeof target === 'string') return expect.fail(target)
      return expect(connectArchive(target, 0)).rejects
    }
    const [right, wrong] = [{ PGPASSWORD: password }, { PGPASSWORD: 'wrong' }]
    await refusal(address(other), right).toThrow(/certificate/)
    await refusal(address(trusted), wrong).toThrow(/authentication failed/)
    await refusal(address(trusted)).toThrow(/set PGPASSWORD/)
    await refusal(server.url, right).toThrow(/no encryption/)
    const withPassword = address(trusted).replace('@', `:${password}@`)
    await expect(launch(data, ['--archive', withPassword])).rejects.toThrow(/shows in the list of processes/)
    await expect(launch(data, ['--archive', address(other)], right)).rejects.toThrow(
      /cannot be used: .*certificate/,
    )

    const passfile = join(data, 'passfile')
    writeFileSync(passfile, `127.0.0.1:*:*:*:${password}\n`, { mode: 0o600 })
    await using simulator = await launch(data, [
      '--archive',
      `${address(trusted)}&passfile=${passfile}`,
      '--log-level',
      'trace',
    ])
    await caughtUp(simulator)
    const command = readFileSync(`/proc/${simulator.pid}/cmdline`, 'utf8')
    const status = JSON.stringify(await control(simulator.url, controlStatus))
    await server.kill()
    await expect.poll(async () => (await stateOf(simulator)).state).toBe('away')
    const said = simulator.errorOutput() + simulator.otherOutput() + command + status
    expect(said).not.toContain(password)
    await simulator.stop()
  }, 240_000)
})
