import { connect } from 'node:net'
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
import { deleteDevices, listDevices } from '@backlot/contract/device-admin/calls'
import { listAlarmLog } from '@backlot/contract/logs/calls'
import type { AlarmLogRow } from '@backlot/contract/logs/entities'
import { alarmHeat } from '@backlot/contract/map-heat/calls'
import { sensorHistory } from '@backlot/contract/sensors/calls'
import { trackHistory } from '@backlot/contract/tracks/calls'
import { addRole, addUser, listUsers } from '@backlot/contract/users/calls'
import { addWorkOrder } from '@backlot/contract/work-orders/calls'
import { readArchiveAddress } from '@backlot/simulator/archive/archive-address'
import { connectArchive, cut } from '@backlot/simulator/archive/connect-archive'
import { reportAt, testTerminal } from '@backlot/simulator/gateways/jt808/test-terminal.test-support'
import { wireTime } from '@backlot/simulator/wire/hj212/wire-time'
import { writeFrame } from '@backlot/simulator/wire/hj212/write-packet'
import { describe, expect, it } from 'vitest'
import { isOpenAlarm } from '../../testing/is-open-alarm.ts'
import type { LaunchedSimulator } from '../../testing/launch-simulator.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { caughtUp, launch, PATIENTLY, stateOf, temporaryFolders } from '../servers/archive-rig.ts'
import { POSTGRES_BIN, startPostgres } from '../servers/postgres-server.ts'

const folder = temporaryFolders()

describe.skipIf(POSTGRES_BIN === undefined)('the archive', () => {
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
    await report(first, startTime + 3600)
    const chief = await Operator.signIn(first.url)
    await addLocal(chief)
    const { list } = await chief.call(exportAlarms, {
      query: { startTime, endTime, processed: 0, pageSize: 50 },
    })
    const late = list.find(isOpenAlarm) ?? expect.fail('every alarm is processed')
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
    const { values = [] } =
      before.readings.stations[0]?.quantities.find(({ code }) => code === 'a34004') ?? {}
    expect(values.filter((value) => value !== null)).toEqual(REPORTED)
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

    // Who removes a device removes its past, wherever it is and whenever it can be reached.
    const sns = [phone, STATION]
    for (const sn of sns) {
      const { list } = await now.call(listDevices, { query: { text: sn } })
      await now.call(deleteDevices, { body: { devices: list.map(({ version }) => ({ sn, version })) } })
    }
    await server.start()
    const target = readArchiveAddress(server.url, {})
    if (typeof target === 'string') return expect.fail(target)
    const client = await connectArchive(target, 0)
    const archivedOf = async () => {
      const tables = ['foreign_positions', 'foreign_readings', 'foreign_presence']
      const counts = tables.map((table) => `(SELECT count(*) FROM ${table} WHERE sn = ANY($1))`)
      return (await client.query<{ n: number }>(`SELECT ${counts.join(' + ')} AS n`, [sns])).rows[0]?.n
    }
    await expect.poll(archivedOf, PATIENTLY).toBe(0)
    cut(client)
  }, 300_000)
})

const STATION = 'ARCHIVED000001'
const REPORTED = Array.from({ length: 20 }, (_, i) => 3 + i)
/** A station that connects by itself reports a value each minute. */
async function report(simulator: LaunchedSimulator, fromS: number): Promise<void> {
  const [host = '', port = ''] = (simulator.hj212 ?? '').split(':')
  const socket = connect(Number(port), host)
  let heard = ''
  socket.setEncoding('latin1').on('data', (text) => {
    heard += String(text)
  })
  for (const [i, value] of REPORTED.entries()) {
    const time = wireTime((fromS + i * 60) * 1000)
    const head = `QN=${time}001;ST=22;CN=2011;PW=123456;MN=${STATION};Flag=5`
    socket.write(writeFrame(`${head};CP=&&DataTime=${time};a34004-Rtd=${value}&&`))
  }
  await expect.poll(() => heard.match(/CN=9014/g)?.length, PATIENTLY).toBe(REPORTED.length)
  socket.destroy()
}

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
    readings: await operator.call(sensorHistory, {
      body: { list: [STATION], interval: 'minute', ...span },
    }),
    track: await operator.call(trackHistory, { body: { sn, ...span, interval: 10 } }),
  }
}
