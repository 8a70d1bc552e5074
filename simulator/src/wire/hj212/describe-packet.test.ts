import { expect, it } from 'vitest'
import { decodeFrame } from './decode-frame.ts'
import { describePacket } from './describe-packet.ts'
import { FIELD_UNITS } from './units.ts'
import { writeFrame } from './write-packet.ts'

it('says in words what a packet reports, and what a code of an answer means', () => {
  const read = (segment: string) => {
    const frame = decodeFrame(Buffer.from(writeFrame(segment)))
    if (!frame.ok) throw new Error(frame.problem.message)
    return describePacket(frame.packet, FIELD_UNITS)
  }
  const report = read(
    'QN=20261120080000001;ST=22;CN=2011;PW=123456;MN=A;Flag=5;CP=&&DataTime=20261120080000;a34004-Rtd=12.5,a34004-Flag=D&&',
  )
  expect(report).toMatchObject({
    cn: '2011',
    command: { en: 'Realtime data' },
    system: { en: 'Air quality' },
  })
  expect(report.fields.map(({ key, name, value, note }) => [key, name.en, value, note?.en])).toEqual([
    ['DataTime', 'Time of the data', '20261120080000', '2026-11-20 08:00:00'],
    ['a34004-Rtd', 'PM2.5, now', '12.5', 'µg/m³'],
    ['a34004-Flag', 'PM2.5, mark', 'D', 'fault'],
  ])
  const answer = read('QN=20261120080000001;ST=91;CN=9012;PW=123456;MN=A;Flag=4;CP=&&ExeRtn=3&&')
  expect(answer.fields[0]).toMatchObject({ key: 'ExeRtn', note: { en: 'wrong conditions' } })
})
