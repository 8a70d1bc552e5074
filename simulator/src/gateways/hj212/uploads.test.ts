import { describe, expect, test } from 'vitest'
import { FIELD_UNITS } from '../../wire/hj212/units.ts'
import { writeFrame } from '../../wire/hj212/write-packet.ts'
import { recordingIngest } from '../recording-ingest.test-support.ts'
import { hj212Rig, platformClock, upload } from './hj212-rig.test-support.ts'

const { open, station } = hj212Rig()

describe('uploads', () => {
  test('are answered 9014 with the same QN when asked for, not otherwise, and become readings', async () => {
    const { gateway, readings, online, claims } = await open()
    const s = await station(gateway.port)
    s.say(upload('A1', { flag: 4 }))
    s.say(upload('A1', { qn: '20261120080000002' }))
    await expect.poll(() => s.packets.length).toBe(1)
    expect(s.frames[0]?.slice(6, -4)).toBe(
      'QN=20261120080000002;ST=91;CN=9014;PW=123456;MN=A1;Flag=4;CP=&&&&',
    )
    expect(
      readings.map(({ sn, rows, interval }) => [sn, interval, rows[0]?.quantity, rows[0]?.value]),
    ).toEqual([
      ['A1', 'realtime', 'pm25', 12.5],
      ['A1', 'realtime', 'pm25', 12.5],
    ])
    expect(online.get('A1')).toBe(true)
    expect(claims).toMatchObject([{ sn: 'A1', kind: 'hj212Station', protocolType: 3, password: '123456' }])
    s.socket.destroy()
    await expect.poll(() => online.get('A1')).toBe(false)
  })

  test('of 2005 have their QN among the parameters of the answer', async () => {
    const { gateway } = await open()
    const s = await station(gateway.port)
    s.say(upload('OLD00000000001', { flag: 1 }))
    await expect.poll(() => s.frames.length).toBe(1)
    expect(s.frames[0]).toContain(
      'ST=91;CN=9014;PW=123456;MN=OLD00000000001;Flag=0;CP=&&QN=20261120080000001&&',
    )
  })

  test('in pieces are each answered, shown at once when they name their time, and never lost', async () => {
    const { gateway, readings } = await open()
    const s = await station(gateway.port)
    const head = 'ST=22;CN=2051;PW=123456;MN=A1;Flag=7;PNUM=2;PNO='
    s.say(`QN=20261120080000001;${head}1;CP=&&DataTime=20261120080000;a34004-Avg=1&&`)
    s.say(`QN=20261120080000002;${head}2;CP=&&a34002-Avg=2&&`)
    await expect.poll(() => s.packets.length).toBe(2)
    expect(s.packets.map(({ qn, cn }) => [qn, cn])).toEqual([
      ['20261120080000001', '9014'],
      ['20261120080000002', '9014'],
    ])
    expect(readings.map(({ rows }) => rows.map(({ code }) => code))).toEqual([
      ['a34004'],
      ['a34004', 'a34002'],
    ])
  })

  test('of device states are kept as such, and an event that is over ends its alarm', async () => {
    const { gateway, readings, alarms } = await open({
      platformClock: { ...platformClock, now: () => Date.UTC(2026, 10, 20, 4) },
    })
    const s = await station(gateway.port)
    const say = (cn: string, cp: string) => s.say(upload('A1', { cp }).replace('CN=2011', `CN=${cn}`))
    say('2021', 'DataTime=20261120080000;SB1-RS=1;SB2-RS=0')
    say('2041', 'DataTime=20261119000000;SB1-RT=23.5')
    say('2081', 'DataTime=20261120080000;RestartTime=20261120075500')
    say('2071', 'DataTime=20261120080000;AlarmTime=20261120060000;a34002-Ala=300,AlarmType=1')
    say('2072', 'AlarmTime=20261120061500;a34002-Ala=42,AlarmType=0')
    await expect.poll(() => s.packets.map(({ cn }) => cn)).toEqual(Array(5).fill('9014'))
    expect(
      readings.map(({ interval, rows }) => [interval, ...rows.map(({ code, value }) => [code, value])]),
    ).toEqual([
      ['status', ['SB1-RS', 1], ['SB2-RS', 0]],
      ['runTime', ['SB1-RT', 23.5]],
      ['restart', ['RestartTime', Date.UTC(2026, 10, 19, 23, 55)]],
    ])
    const { atMs, alarmSeq, endMs } = alarms[1]!
    expect(alarms[0]).toMatchObject({ atMs, alarmSeq, type: 'DustAlarm' })
    expect([alarms[0]?.endMs, endMs]).toEqual([undefined, atMs + 15 * 60_000])
  })

  test('are read in the unit of their sensor', async () => {
    const unitsOf = (sn: string) =>
      sn === 'A1' ? { profile: 'field' as const, byCode: { a34004: 'ng/m³' } } : FIELD_UNITS
    const { gateway, readings } = await open({ unitsOf })
    const s = await station(gateway.port)
    s.say(upload('A1'))
    s.say(upload('A2'))
    await expect.poll(() => readings.map(({ rows }) => rows[0]?.value)).toEqual([0.0125, 12.5])
  })

  test('with a place are positions', async () => {
    const { gateway, positions, readings } = await open()
    const s = await station(gateway.port)
    s.say(
      upload('A1', {
        cp: 'DataTime=20261120080000;l01001-Rtd=119.9,l01001-Flag=N;l01002-Rtd=32.4;a34004-Rtd=4',
      }),
    )
    await expect.poll(() => positions.length).toBe(1)
    expect(positions[0]).toMatchObject({ sn: 'A1', longitude: 119.9, latitude: 32.4 })
    expect(readings[0]?.rows.map(({ code }) => code)).toEqual(['a34004'])
  })
})

describe('refused', () => {
  test('a wrong password is answered 9011 with QnRtn=3, and the third one ends the connection', async () => {
    const { gateway, passwords, readings } = await open()
    passwords.set('A1', '654321')
    const s = await station(gateway.port)
    for (let i = 0; i < 3; i++) s.say(upload('A1', { qn: `2026112008000000${i}` }))
    await expect.poll(s.isClosed).toBe(true)
    expect(s.packets.map(({ cn, params }) => [cn, params.get('QnRtn')])).toEqual(Array(3).fill(['9011', '3']))
    expect(readings).toEqual([])
  })

  test('a station for which there is no room is QnRtn=2, and the third refusal ends the connection', async () => {
    const { ingest } = recordingIngest({ admit: async () => ({ refused: 'full' }) })
    const { gateway } = await open({ ingest })
    const s = await station(gateway.port)
    for (let i = 0; i < 3; i++) s.say(upload(`A${i}`))
    await expect.poll(s.isClosed).toBe(true)
    expect(s.packets.map(({ cn, params }) => [cn, params.get('QnRtn')])).toEqual(Array(3).fill(['9011', '2']))
    expect([...gateway.counters.cuts]).toEqual([['full', 1]])
  })

  test('a password that changes on an open connection is refused too', async () => {
    const { gateway } = await open()
    const s = await station(gateway.port)
    s.say(upload('A1'))
    s.say(upload('A1', { pw: '999999' }))
    await expect.poll(() => s.packets.length).toBe(2)
    expect(s.packets.map(({ cn }) => cn)).toEqual(['9014', '9011'])
  })

  test('an unknown MN is QnRtn=4, a wrong CN is 8, a wrong QN is 7; a wrong check is silence', async () => {
    const { gateway } = await open()
    const s = await station(gateway.port)
    s.say(upload('X1'))
    s.say(upload('A1').replace('CN=2011', 'CN=7777'))
    s.say(upload('A1', { qn: '2026' }))
    s.socket.write(writeFrame(upload('A1')).toString().replace('12.5', '12.6'))
    s.say(upload('A1', { qn: '20261120080000009' }))
    await expect.poll(() => s.packets.length).toBe(3)
    expect(s.packets.map(({ cn, params }) => [cn, params.get('QnRtn')])).toEqual([
      ['9011', '4'],
      ['9011', '8'],
      ['9014', undefined],
    ])
    // The answer to a wrong QN carries that QN.
    expect(s.problems).toEqual(['qn'])
    expect([...gateway.counters.problems]).toEqual([
      ['qn', 1],
      ['check', 1],
    ])
  })
})
