import { expect, it } from 'vitest'
import { alarmAddress, alarmInAddress, withoutAlarm } from './alarm-address.ts'

const alarm = { id: 7, sn: 'SN 1/ä', alarmSeq: 'a&b#c' }

it('names an alarm so that another page finds it', () => {
  const address = alarmAddress(alarm, 'http://10.0.0.1:8080/console/?x=1#/index')
  expect(address).toMatch(/^http:\/\/10\.0\.0\.1:8080\/console\/\?x=1#\/earlyWarningData\/alarmList\?/)
  const query = new URLSearchParams(new URL(address).hash.split('?')[1])
  expect(alarmInAddress(query)).toEqual(alarm)
  expect(withoutAlarm(new URLSearchParams(`${query}&range=1h`)).toString()).toBe('range=1h')
})

it('finds an alarm without its id, and none without a device', () => {
  expect(alarmInAddress(new URLSearchParams('openSn=A&openAlarm=b&openId=x'))).toEqual({
    sn: 'A',
    alarmSeq: 'b',
  })
  expect(alarmInAddress(new URLSearchParams('openAlarm=b'))).toBeUndefined()
})
