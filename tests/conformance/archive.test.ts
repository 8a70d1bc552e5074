import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CERTIFICATE_FILE, KEY_FILE, ownCertificate } from '@backlot/cli/console-server/own-certificate'
import {
  alarmHistory,
  auditAlarms,
  changeAlarmType,
  changeReadState,
  exportAlarms,
  getAlarm,
  listAlarms,
  processAlarms,
  respondToAlarm,
  undoProcessing,
} from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { alarmStatistics, alarmSums } from '@backlot/contract/alarms/statistics-calls'
import type { QueryIn } from '@backlot/contract/call'
import { controlStatus, controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import { listAlarmLog } from '@backlot/contract/logs/calls'
import type { AlarmLogRow } from '@backlot/contract/logs/entities'
import { alarmHeat } from '@backlot/contract/map-heat/calls'
import { trackHistory } from '@backlot/contract/tracks/calls'
import { addRole, addUser, listUsers } from '@backlot/contract/users/calls'
import { addWorkOrder } from '@backlot/contract/work-orders/calls'
import { alarmConditions } from '@backlot/simulator/archive/alarm-conditions'
import { readArchiveAddress } from '@backlot/simulator/archive/archive-address'
import { makeMonths } from '@backlot/simulator/archive/archive-schema'
import { connectArchive, cut } from '@backlot/simulator/archive/connect-archive'
import { followCore } from '@backlot/simulator/archive/follow-core'
import { reportAt, testTerminal } from '@backlot/simulator/gateways/jt808/test-terminal.test-support'
import { openForReading, openForWriting } from '@backlot/simulator/store/database-file'
import { migrate } from '@backlot/simulator/store/migrate'
import { syncLog } from '@backlot/simulator/store/sync-log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { compareArchive } from '../servers/compare-archive.ts'
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../servers/postgres-server.ts'

/** On a busy machine. */
const PATIENTLY = { timeout: 120_000 }
const folders: string[] = []
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'backlot-archive-'))
  folders.push(made)
  return made
}
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true, force: true })
})

const launch = (data: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  launchSimulator(['--no-rtmp', '--data', data, ...args], env)
const stateOf = async (simulator: LaunchedSimulator) =>
  (await control(simulator.url, controlStatus)).archive ?? expect.fail('there is no archive')
const caughtUp = (simulator: LaunchedSimulator) =>
  expect.poll(() => stateOf(simulator), PATIENTLY).toMatchObject({ state: 'connected', waiting: 0 })
/** Every table is equal on both sides, and nothing is there twice. */
async function expectEqual(data: string, address: string): Promise<void> {
  for (const [table, { differing, extra, twice }] of Object.entries(await compareArchive(data, address)))
    expect({ table, differing, extra, twice }).toEqual({ table, differing: [], extra: [], twice: 0 })
}

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
    const processed = list.filter(({ processingType }) => processingType === null).slice(0, 5)
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

  it('answers periods that the core has no longer as the core did', async () => {
    await using server = await startPostgres()
    const data = folder()
    const nowS = Math.floor(Date.now() / 1000)
    const endTime = nowS - 36 * 3600
    const startTime = endTime - 23 * 3600
    const first = await launch(data, ['--archive', server.url, '--past-days', '3'])
    const phone = '013911110077'
    const terminal = await testTerminal(Number(first.jt808?.split(':').at(-1)), phone)
    await terminal.enter('测A00077')
    for (let i = 0; i < 40; i++) {
      const atMs = (startTime + 3600 + i * 10) * 1000
      expect(await terminal.acked({ kind: 'location', ...reportAt(atMs, 116.39 + i / 1e4, 39.9) })).toBe(0)
    }
    terminal.close()
    const chief = await Operator.signIn(first.url)
    await addLocal(chief)
    const [open] = (
      await chief.call(exportAlarms, { query: { startTime, endTime, processed: 0, pageSize: 1 } })
    ).list
    const late = open ?? expect.fail('every alarm is processed')
    const ref = { id: late.id, sn: late.sn, alarmSeq: late.alarmSeq }
    await chief.call(processAlarms, { body: { list: [ref], type: 4, content: 'late' } })
    const lateLog = { query: { startTime: nowS - 60, endTime: nowS + 3600, events: 'process' } }
    const before = await answers(first, { startTime, endTime }, phone)
    expect(before.log.flat().map(({ event }) => event)).toEqual(expect.arrayContaining(['raised', 'process']))
    expect(before.logOfLocal.total).toBeGreaterThan(0)
    expect(before.logOfLocal.total).toBeLessThan(before.log[0]?.length ?? 0)
    expect(before.heat.total).toBeGreaterThan(50)
    expect((await chief.call(listAlarmLog, lateLog)).list).toMatchObject([{ alarmId: late.id }])
    expect(before.pages.flat().length).toBeGreaterThan(50)
    expect(before.track.time.length).toBe(40)
    expect(before.ofDispatcher.length).toBeLessThan(before.exported.length)
    await caughtUp(first)
    await first.stop()

    const days = ['--alarm-days', '1', '--report-days', '1', '--past-days', '3']
    await using second = await launch(data, ['--archive', server.url, ...days])
    await expect
      .poll(async () => {
        const operator = await Operator.signIn(second.url)
        const { list } = await operator.call(listAlarms, { query: { after: 0, pageSize: 1 } })
        return (list[0]?.startTime ?? 0) > endTime
      }, PATIENTLY)
      .toBe(true)
    const after = await answers(second, { startTime, endTime }, phone)
    expect(after.pages.flat().every(({ archived }) => archived)).toBe(true)
    expect(after.one?.archived).toBe(true)
    expect(before.pages.flat().some(({ archived }) => archived)).toBe(false)
    expect(withoutMark(after)).toEqual(before)
    // The alarm is not on the core any more, and what was done about it today neither.
    const now = await Operator.signIn(second.url)
    expect((await now.call(listAlarmLog, lateLog)).list).toMatchObject([
      { alarmId: late.id, sn: late.sn, devName: late.devName, event: 'process' },
    ])

    // Nobody changes what only the archive has; who may not see it is not told that it is there.
    const archived = { status: 200, code: 31007, msg: expect.stringMatching(/归档库/) }
    const { id: lateId, sn, alarmSeq } = late
    const changes = await Promise.all([
      now.ask(processAlarms, { body: { list: [ref], type: 4, content: '' } }),
      now.ask(processAlarms, { body: { list: [{ sn, alarmSeq }], type: 4, content: '' } }),
      now.ask(auditAlarms, { body: { list: [ref] } }),
      now.ask(changeReadState, { body: { list: [ref] } }),
      now.ask(respondToAlarm, { body: ref }),
      now.ask(undoProcessing, { body: { list: [ref] } }),
      now.ask(changeAlarmType, { body: { id: lateId, sn, type: 'IoAlarm' } }),
      now.ask(addWorkOrder, { body: { title: 'late', alarms: [ref] } }),
    ])
    for (const change of changes) expect(change).toMatchObject(archived)
    const [fresh] = (await now.call(listAlarms, { query: { startTime: nowS - 3600, pageSize: 1 } })).list
    const recent = fresh ?? expect.fail('there is no alarm of the last hour')
    const gone = { id: 999_999_999, sn: 'nobody', alarmSeq: 'nothing' }
    const readEach = async (operator: Operator) =>
      (
        await operator.call(changeReadState, { body: { list: [recent, ref, gone], each: true } })
      ).results?.map(({ code }) => code)
    expect(await readEach(now)).toEqual([0, 31007, 404])
    const hidden = before.pages.flat().find(({ id }) => !before.ofDispatcher.some((seen) => seen.id === id))
    const dispatcher = await Operator.signIn(second.url, 'dispatch3')
    const unseen = hidden ?? expect.fail('the dispatcher sees everything')
    expect((await dispatcher.ask(changeReadState, { body: { list: [unseen] } })).code).toBe(404)

    await server.kill()
    await expect.poll(async () => (await stateOf(second)).state).toBe('away')
    const operator = await Operator.signIn(second.url)
    // What the core has is changed meanwhile.
    expect(await readEach(operator)).toEqual([0, 503, 503])
    const id = before.pages[0]?.[0]?.id ?? 0
    for (const refused of [
      await operator.ask(listAlarms, { query: { startTime, endTime } }),
      await operator.ask(alarmStatistics, { query: { startTime, endTime } }),
      await operator.ask(getAlarm, { query: { id } }),
      await operator.ask(listAlarmLog, { query: { startTime, endTime } }),
      await operator.ask(alarmHeat, { query: { startTime, endTime } }),
      await operator.ask(trackHistory, { body: { sn: phone, startTime, endTime, interval: 10 } }),
    ])
      expect(refused).toMatchObject({ status: 503, code: 503, msg: expect.stringMatching(/归档库/) })
    expect((await operator.ask(listAlarms, { query: { startTime: nowS - 3600 } })).code).toBe(0)
  }, 300_000)

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

/** As the core answered: it marks nothing as archived. */
function withoutMark(answered: Awaited<ReturnType<typeof answers>>): typeof answered {
  const bare = ({ archived: _, ...alarm }: Alarm): Alarm => alarm
  const { pages, exported, ofDispatcher, one } = answered
  return {
    ...answered,
    pages: pages.map((page) => page.map(bare)),
    exported: exported.map(bare),
    ofDispatcher: ofDispatcher.map(bare),
    one: one && bare(one),
  }
}

/** An account that sees the alarm log and the group of a dispatcher alone. */
const LOCAL = 'local'
async function addLocal(operator: Operator): Promise<void> {
  const permission = [{ target: '/maintenance/alarmLog' }]
  const { roleId } = await operator.call(addRole, { body: { name: LOCAL, permission } })
  const { list } = await operator.call(listUsers, { query: { pageSize: 100 } })
  const nodeId =
    list.find(({ loginName }) => loginName === 'dispatch3')?.nodeId ?? expect.fail('no dispatcher')
  const password = Operator.hash(DEMO_PASSWORD)
  await operator.call(addUser, { body: { loginName: LOCAL, name: LOCAL, password, roleId, nodeId } })
}

type Span = { startTime: number; endTime: number }

/** What a platform answers about a period that is over. */
async function answers(simulator: LaunchedSimulator, span: Span, sn: string) {
  const operator = await Operator.signIn(simulator.url)
  const [dispatcher, query] = [await Operator.signIn(simulator.url, 'dispatch3'), { ...span, pageSize: 1000 }]
  const local = await Operator.signIn(simulator.url, LOCAL)
  const lists: QueryIn<typeof listAlarms>[] = [
    {},
    { sort: 'devName', order: 'asc' },
    { sort: 'type' },
    { sort: 'processingTime', order: 'asc' },
    { levels: '1,2' },
    { processed: 1 },
    { text: '1' },
    { kinds: '1,2,3' },
    { hours: '1,5,9,13', state: 2 },
    { responseClasses: '0,2', pageSize: 5 },
  ]
  const pages: Alarm[][] = []
  const totals: number[] = []
  for (const query of lists) {
    const list: Alarm[] = []
    for (let next: string | undefined; ; ) {
      const page = await operator.call(listAlarms, {
        query: { ...span, pageSize: 50, ...query, ...(next === undefined ? {} : { next }) },
      })
      list.push(...page.list)
      next = page.next
      if (next === undefined) {
        totals.push(page.total)
        break
      }
    }
    pages.push(list)
  }
  const ofPart = pages[0]?.[0]?.sn.slice(2, 8) ?? ''
  const logs: Partial<QueryIn<typeof listAlarmLog>>[] = [
    {},
    { order: 'asc' },
    { pageSize: 7, currentPage: 3 },
    { events: 'raised', text: ofPart.toLowerCase() },
    { events: 'process,undo' },
    { text: 'OS' },
    { text: '%' },
    { userName: 'CHIE', order: 'asc' },
    { userName: 'CHIE', events: 'raised' },
  ]
  const log: AlarmLogRow[][] = []
  for (const query of logs) {
    const page = await operator.call(listAlarmLog, { query: { ...span, pageSize: 500, ...query } })
    log.push(page.list)
    totals.push(page.total)
  }
  const handled = pages.flat().find(({ processingType }) => processingType !== null)
  const exported = await operator.call(exportAlarms, { query: { ...span, pageSize: 1000 } })
  return {
    pages,
    totals,
    exported: exported.list,
    ofDispatcher: (await dispatcher.call(listAlarms, { query })).list,
    one: handled && (await operator.call(getAlarm, { query: { id: handled.id } })),
    history: handled && (await operator.call(alarmHistory, { query: { id: handled.id } })),
    statistics: await operator.call(alarmStatistics, { query: span }),
    sums: await operator.call(alarmSums, { query: { ...span, by: 'device' } }),
    groups: await operator.call(alarmSums, { query: { ...span, by: 'group' } }),
    log,
    logOfLocal: await local.call(listAlarmLog, { query: { ...span, pageSize: 500 } }),
    heat: await operator.call(alarmHeat, { query: span }),
    heatOfType: await operator.call(alarmHeat, { query: { ...span, type: pages[0]?.[0]?.type ?? '' } }),
    heatOfDispatcher: await dispatcher.call(alarmHeat, { query: span }),
    track: await operator.call(trackHistory, { body: { sn, ...span, interval: 10 } }),
  }
}
